/**
 * Looks at how a stream begins: takes chunks until `enough` holds for what they are together, or the stream ends. The
 * second result is the stream as if nothing had been taken.
 */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  enough: (start: Buffer) => boolean,
): Promise<[start: Buffer, whole: AsyncIterable<Buffer>]> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (!enough(start)) {
    const next = await iterator.next();
    if (next.done) break;
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
  }
  return [start, whole(start, iterator)];
}

async function* whole(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
