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

/** The nearest half-precision number to each value (ties to even), as 16-bit patterns; too large ones become infinite. */
export function float32ToHalf(values: Float32Array): Uint16Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < words.length; i++) halves[i] = halfOf(words[i]!);
  return halves;
}

/** Float: 1 sign, 8 exponent (bias 127), 23 fraction bits; half: 1, 5 (bias 15), 10. */
function halfOf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude >= 0x7f80_0000) return sign | (magnitude === 0x7f80_0000 ? 0x7c00 : 0x7e00); // infinity, NaN
  if (magnitude >= 0x4780_0000) return sign | 0x7c00; // 2¹⁶ and more
  if (magnitude >= 0x3880_0000) {
    // Normal halves (from 2⁻¹⁴): move the bias by 112 and round the 13 bits that go; a carry runs into the exponent as it should.
    return sign | ((magnitude - (112 << 23) + 0xfff + ((magnitude >>> 13) & 1)) >>> 13);
  }
  // Below: fraction · 2⁻²⁴.
  const exponent = magnitude >>> 23;
  if (exponent < 102) return sign;
  const fraction = (magnitude & 0x7f_ffff) | 0x80_0000;
  const shift = 126 - exponent;
  const half = fraction >>> shift;
  const rest = fraction & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  return sign | (half + (rest > middle || (rest === middle && (half & 1) === 1) ? 1 : 0));
}
