/** Whether bytes are the beginning of a zlib stream, which no text is. */
export function isZlib(start: Buffer): boolean {
  return start.length >= 2 && start[0] === 0x78 && start.readUInt16BE(0) % 31 === 0 && start[1] !== 0x20;
}
