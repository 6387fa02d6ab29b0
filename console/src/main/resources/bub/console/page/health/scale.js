/* Axes with round numbers. */

/**
 * Returns round numbers from 0 to at least `most`, in about three steps: bytes in KiB and MiB;
 * whole numbers for bytes and for the unit `whole`.
 */
export function ticks(most, unit) {
  const size = unit === 'bytes' && most >= 1024 ? 1024 ** Math.floor(Math.log2(most) / 10) : 1;
  const rough = Math.max(most / size, 1e-9) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) * power * size;
  const step = unit === 'whole' || unit === 'bytes' ? Math.ceil(round) : round;
  return Array.from({length: Math.max(1, Math.ceil(most / step - 1e-9)) + 1}, (_, i) => i * step);
}
