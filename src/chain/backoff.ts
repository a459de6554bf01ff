/**
 * Returns an exponential backoff delay with full jitter: random between 0 and a bound that doubles with each
 * consecutive failure, so that many clients do not retry at the same moment.
 * @param random a number in [0, 1)
 * @returns ms
 */
export function fullJitter(
  failures: number,
  bounds: { readonly firstMs: number; readonly maxMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(bounds.maxMs, bounds.firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(random() * ceiling);
}
