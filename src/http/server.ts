import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { Traffic } from "./traffic.ts";
import type { ZodProvider } from "./zod-provider.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly traffic: Traffic;
  }
}

/** A server whose routes are declared with zod schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodProvider
>;

/** Looks at a request before anything is done for it: throws what is wrong, and gives whether it has answered already. */
export type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => boolean;
