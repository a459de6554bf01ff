/** Writes progress lines with the elapsed time to standard error. */
export function createProgress(
  bench: string,
  deps: { readonly now: () => number; readonly write: (text: string) => void },
): (text: string) => void {
  const started = deps.now();
  return (text) => deps.write(`[${bench} ${((deps.now() - started) / 1_000).toFixed(1)} s] ${text}\n`);
}
