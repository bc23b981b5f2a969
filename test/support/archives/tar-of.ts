/** One entry of an archive, honest or not. */
export interface TarEntry {
  readonly path: string;
  readonly data?: string | Uint8Array;
  /** `0` file (default), `1` link, `2` symbolic link, `3` device, `5` folder, `6` pipe. */
  readonly type?: string;
  readonly link?: string;
  /** What the header says; default: the truth. */
  readonly size?: number;
}

/** The bytes of a tar archive (ustar) with exactly these entries: a writer that refuses nothing. */
export function tarOf(entries: readonly TarEntry[]): Uint8Array {
  const blocks: Buffer[] = [];
  for (const { path, data = "", type = "0", link = "", size } of entries) {
    const bytes = Buffer.from(data as string);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write("0000000\0", 108);
    header.write("0000000\0", 116);
    writeSize(header, size ?? bytes.length);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Octal, or base 256 for what octal cannot say. */
function writeSize(header: Buffer, size: number): void {
  if (size < 8 ** 11) return void header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(size), 128);
}
