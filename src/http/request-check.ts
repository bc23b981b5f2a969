import type { FastifyReply, FastifyRequest } from "fastify";

/** Looks at a request before anything is done for it: throws what is wrong, and gives whether it has answered already. */
export type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => boolean;
