/** The float32 value of each IEEE half-precision number, exactly; `bits` holds the 16-bit patterns. */
export function halfToFloat32(bits: Uint16Array, target: Float32Array): void {
  const words = new Uint32Array(target.buffer, target.byteOffset, target.length);
  for (let i = 0; i < bits.length; i++) words[i] = halfBits(bits[i]!);
}

/** The float32 value of each bfloat16 number: its bits are the upper half of the float32. */
export function bfloat16ToFloat32(bits: Uint16Array, target: Float32Array): void {
  const words = new Uint32Array(target.buffer, target.byteOffset, target.length);
  for (let i = 0; i < bits.length; i++) words[i] = bits[i]! << 16;
}

/** Works on bits, so that the payload of a NaN survives too. Half: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
function halfBits(half: number): number {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return sign | 0x7f80_0000 | (fraction << 13); // infinity, NaN
  if (exponent !== 0) return sign | ((exponent + 112) << 23) | (fraction << 13); // 112 = 127 − 15
  if (fraction === 0) return sign;
  // Below the normal halves: fraction · 2⁻²⁴, which float32 holds as a normal number.
  const shift = Math.clz32(fraction) - 21; // moves the leading one to bit 10
  return sign | ((113 - shift) << 23) | (((fraction << shift) & 0x3ff) << 13);
}
