import type { FloorSpan } from '../kinds/floor/state.ts';

/** Maximum spans per rule and collection that can still matter: several times what random floors produce in a week. */
const MAX_SPANS = 400;

/** Returns the spans that held at some time after `from`. */
export function spansWithin(spans: readonly FloorSpan[], from: number): readonly FloorSpan[] {
  const isOver = ({ until }: FloorSpan): boolean => until !== undefined && until <= from;
  return spans.some(isOver) ? spans.filter((span) => !isOver(span)) : spans;
}

/** A span, and how much information is lost without it; `null` if none is lost. */
interface Weighed {
  readonly span: FloorSpan;
  readonly weight: bigint | null;
}

/**
 * Weighs what each span adds to later ones. Moves look for the span with the lowest upper floor, or the highest lower
 * floor. A later span stays within the hours for longer, so among equals the earlier one is redundant.
 */
function weighed(spans: readonly FloorSpan[]): readonly Weighed[] {
  let lowest: bigint | null = null;
  let highest: bigint | null = null;
  const found: Weighed[] = [];
  for (const span of spans.toReversed()) {
    const below: bigint | null = lowest === null ? null : lowest - span.high;
    const above: bigint | null = highest === null ? null : span.low - highest;
    const isNewest = found.length === 0;
    const weights = [below, above].flatMap((one) => (one === null || one <= 0n ? [] : [one]));
    found.push({
      span,
      weight: isNewest ? 0n : weights.length === 0 ? null : weights.reduce((one, other) => one + other),
    });
    if (lowest === null || span.high < lowest) lowest = span.high;
    if (highest === null || span.low > highest) highest = span.low;
  }
  return found.toReversed();
}

/** Drops redundant spans, and if there are still too many, those that matter least. */
function telling(spans: readonly FloorSpan[]): readonly FloorSpan[] {
  const all = weighed(spans).filter(({ weight }) => weight !== null);
  if (all.length <= MAX_SPANS) return all.map(({ span }) => span);
  const least = all.slice(0, -1).reduce<Weighed | null>((one, other) => {
    return one === null || (other.weight ?? 0n) < (one.weight ?? 0n) ? other : one;
  }, null);
  return all.filter((one) => one !== least).map(({ span }) => span);
}

/**
 * Adds the end of each span: the newest held until then, perhaps no longer.
 * @param until epoch seconds
 */
export const endSpans = (spans: readonly FloorSpan[], until: number): readonly FloorSpan[] =>
  spans.map((span, index) => {
    const end = Math.min(span.until ?? spans[index + 1]?.at ?? until, until);
    return { ...span, until: Math.max(span.at, end) };
  });

/**
 * Adds a span and keeps only those that can decide about a move within the hours. Returns the same list if the floor is
 * unchanged.
 * @param from spans that ended earlier are dropped, epoch seconds
 */
export function addSpan(spans: readonly FloorSpan[], span: FloorSpan, from: number): readonly FloorSpan[] {
  const last = spans.at(-1);
  // After the clock was set back, ignore spans in the future.
  const isAhead = last !== undefined && last.at > span.at;
  const stands =
    !isAhead &&
    last !== undefined &&
    last.until === undefined &&
    last.low === span.low &&
    last.high === span.high;
  if (stands) return spans;
  const past = isAhead ? spans.filter(({ at }) => at <= span.at) : spans;
  return telling([...spansWithin(endSpans(past, span.at), from), span]);
}
