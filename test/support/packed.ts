interface PackedEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** The type of the entry as tar has it: 0 a file, 1 a hard link, 2 a link, 3 a device, 5 a folder. */
  readonly type?: string;
  readonly link?: string;
}

/** A tar archive, written by hand: libraries refuse to write what hostile ones have. */
export function packed(entries: readonly PackedEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = "", type = "0", link = "" }) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write("0000000\0", 108);
    header.write("0000000\0", 116);
    header.write(`${body.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
