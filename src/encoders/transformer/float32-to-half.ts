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
