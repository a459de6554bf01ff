/**
 * How long to wait after the `failures`-th failure in a row: anything between nothing and a bound that doubles each
 * time ("full jitter"), so that many waiters do not come back at once.
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
