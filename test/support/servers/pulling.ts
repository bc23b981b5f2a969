import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { type PullEvent, type PulledEncoder, type PullOptions, pullEncoder } from "../../../src/hub/index.ts";
import { ModelServer } from "./model-server.ts";

export const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

/** A safetensors file with one tensor of `bytes` bytes that all depend on their place. */
export function weights(bytes: number, salt = 1): Buffer {
  const header = Buffer.from(
    JSON.stringify({ w: { dtype: "U8", shape: [bytes], data_offsets: [0, bytes] } }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([
    length,
    header,
    Buffer.from(Uint8Array.from({ length: bytes }, (_, i) => (i * i * salt) >> 3)),
  ]);
}

/** The weights of `org/tiny`. */
export const model = weights(300_000);
export const base = "/org/tiny/resolve/main";
export const weightsPath = `${base}/model.safetensors`;

/** A server with the model `org/tiny`, an empty cache, and what the pulls reported: new for each test. */
export let server: ModelServer;
export let cache: string;
export let events: PullEvent[];

/** To be called at the top of a test file. */
export function usePulling(): void {
  beforeEach(async () => {
    server = await new ModelServer().start();
    cache = mkdtempSync(join(tmpdir(), "lacuna-pull-"));
    events = [];
    server.files.set(`${base}/config.json`, '{"model_type":"bert"}');
    server.files.set(`${base}/tokenizer.json`, '{"version":"1.0"}');
    server.files.set(weightsPath, model);
  });

  afterEach(async () => {
    await server.stop();
    rmSync(cache, { recursive: true });
  });
}

/** Pulls `org/tiny` from the server into the cache, with hardly a pause between attempts. */
export function pull(options: PullOptions = {}, name = "org/tiny"): Promise<PulledEncoder> {
  return pullEncoder(name, {
    cache,
    retry: { retries: 3, pause: 1 },
    onEvent: (event) => events.push(event),
    ...options,
    env: { HF_ENDPOINT: server.url, ...options.env },
  });
}

/** The error's message and hint on one line each. */
export async function failure(pulling: Promise<unknown>): Promise<string> {
  const error = await pulling.then(
    () => expect.unreachable("the pull should fail"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message, hint } = error as UserError;
  expect(message).not.toContain("\n");
  return `${message}\n${hint}`;
}

/** Where the model ends up. */
export const dir = () => join(cache, "org--tiny@main");
export const bytesOf = (name: string) => readFileSync(join(dir(), name));

/** Whether so many bytes of the weights have reached the disk. */
export function arrived(bytes: number): boolean {
  const part = join(cache, ".org--tiny@main.partial", "model.safetensors.part");
  return (statSync(part, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
}
