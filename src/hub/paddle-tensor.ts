import { UserError } from "../errors.ts";

/** A tensor of a file that Paddle saved. */
interface PaddleTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** float32 in Paddle's list of types. */
const FP32 = 5;

/**
 * Reads one variable as Paddle's `save_vars` writes it: version (4 bytes), levels of detail (8), version (4), the size of
 * a protobuf message (4), the message with type and sizes, then the numbers.
 */
export function readPaddleTensor(bytes: Uint8Array, file: string): PaddleTensor {
  const wrong = (why: string) => new UserError(`"${file}" is not a tensor that Paddle saved: ${why}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) throw wrong("it is too short");
  if (view.getUint32(0, true) !== 0 || view.getUint32(12, true) !== 0) throw wrong("its version is unknown");
  if (view.getBigUint64(4, true) !== 0n) throw wrong("it has levels of detail");
  const start = 20 + view.getInt32(16, true);
  if (start < 20 || start > bytes.length) throw wrong("it is cut short");
  const { type, shape } = description(bytes.subarray(20, start), wrong);
  if (type !== FP32) throw wrong("its numbers are not float32");
  const count = shape.reduce((product, size) => product * size, 1);
  if (4 * count !== bytes.length - start)
    throw wrong(`its sizes [${shape.join(", ")}] do not agree with its ${bytes.length} bytes`);
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = view.getFloat32(start + 4 * i, true);
  return { shape, values };
}

/** The message: field 1 is the type, field 2 a size each, all varints. */
function description(bytes: Uint8Array, wrong: (why: string) => UserError) {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 49; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw wrong("its description is cut short");
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw wrong("its description has a number that is too large");
  };
  let type: number | undefined;
  const shape: number[] = [];
  while (at < bytes.length) {
    const key = varint();
    if (key === 0x08) type = varint();
    else if (key === 0x10) shape.push(varint());
    else throw wrong("its description has an unknown field");
  }
  return { type, shape };
}
