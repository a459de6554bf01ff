import type { FloorSpan } from '../kinds/floor/state.ts';

/**
 * Of a rule and collection, of those that can still decide something: several times what random floors leave in a week.
 */
const MAX_SPANS = 400;

/** The spans that held at some time after `from`. */
export function spansWithin(spans: readonly FloorSpan[], from: number): readonly FloorSpan[] {
  const isOver = ({ until }: FloorSpan): boolean => until !== undefined && until <= from;
  return spans.some(isOver) ? spans.filter((span) => !isOver(span)) : spans;
}

/** A span, and how much less the others say without it; `null` where they say the same. */
interface Weighed {
  readonly span: FloorSpan;
  readonly weight: bigint | null;
}

/**
 * What each span says that later ones do not: it is the lowest whose highest floor, or the highest whose lowest floor,
 * is looked for. A later one is within the hours for longer, so of equal ones the earlier says nothing.
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

/** Without those that say nothing, and at most so many, without those that say least. */
function telling(spans: readonly FloorSpan[]): readonly FloorSpan[] {
  const all = weighed(spans).filter(({ weight }) => weight !== null);
  if (all.length <= MAX_SPANS) return all.map(({ span }) => span);
  const least = all.slice(0, -1).reduce<Weighed | null>((one, other) => {
    return one === null || (other.weight ?? 0n) < (one.weight ?? 0n) ? other : one;
  }, null);
  return all.filter((one) => one !== least).map(({ span }) => span);
}

/** The spans, each with its end: the newest held until then, and perhaps no longer. @param until epoch s */
export const endSpans = (spans: readonly FloorSpan[], until: number): readonly FloorSpan[] =>
  spans.map((span, index) => {
    const end = Math.min(span.until ?? spans[index + 1]?.at ?? until, until);
    return { ...span, until: Math.max(span.at, end) };
  });

/**
 * The spans with a new one: those alone that can decide about a move within the hours. The same list when the floor
 * stands as before.
 * @param from what ended before is left out, epoch s
 */
export function addSpan(spans: readonly FloorSpan[], span: FloorSpan, from: number): readonly FloorSpan[] {
  const last = spans.at(-1);
  // After the clock was set back, what is in the future says nothing.
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
