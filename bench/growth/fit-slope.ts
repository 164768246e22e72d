/**
 * Returns the exponent by which times grow with sizes that double, by least squares on logarithmic scales: 1 is linear,
 * 2 quadratic, and less than 1 what a fixed part dilutes.
 */
export function fitSlope(times: readonly number[]): number {
  const middle = (times.length - 1) / 2;
  const logarithms = times.map(Math.log2);
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / times.length;
  let products = 0;
  let squares = 0;
  for (const [index, value] of logarithms.entries()) {
    products += (index - middle) * (value - mean);
    squares += (index - middle) ** 2;
  }
  return products / squares;
}
