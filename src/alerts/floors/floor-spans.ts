import type { FloorSpan } from '../kinds/floor/state.ts';

/** Of a rule and collection; with more changes than this within its hours, those that say least are left out. */
const MAX_SPANS = 200;

/** The spans that hold after `from`: the last one before, and those since. */
export function spansWithin(spans: readonly FloorSpan[], from: number): readonly FloorSpan[] {
  const first = spans.findLastIndex(({ at }) => at <= from);
  return first <= 0 ? spans : spans.slice(first);
}

/** The span whose absence changes least: the one most like the one before it. */
function leastTelling(spans: readonly FloorSpan[]): number {
  let [found, smallest] = [1, null as bigint | null];
  for (let at = 1; at < spans.length - 1; at += 1) {
    const [before, one] = [spans[at - 1], spans[at]];
    if (before === undefined || one === undefined) continue;
    const size = (n: bigint): bigint => (n < 0n ? -n : n);
    const difference = size(one.low - before.low) + size(one.high - before.high);
    if (smallest === null || difference < smallest) [found, smallest] = [at, difference];
  }
  return found;
}

/** The same list when the floor stands as before. @param from what ended before is forgotten, epoch s */
export function addSpan(spans: readonly FloorSpan[], span: FloorSpan, from: number): readonly FloorSpan[] {
  const last = spans.at(-1);
  // After the clock was set back, what is in the future says nothing.
  const isAhead = last !== undefined && last.at > span.at;
  if (!isAhead && last !== undefined && last.low === span.low && last.high === span.high) return spans;
  const past = isAhead ? spans.filter(({ at }) => at <= span.at) : spans;
  const all = [...spansWithin(past, from), span];
  return all.length <= MAX_SPANS ? all : all.toSpliced(leastTelling(all), 1);
}
