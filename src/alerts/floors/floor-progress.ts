import { HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { FloorConditions } from '../kinds/floor/options.ts';
import type { FloorReading, FloorSpan, FloorState } from '../kinds/floor/state.ts';
import { addSpan, endSpans, spansWithin } from './floor-spans.ts';

/* When the floor of a collection is worth an alert of one rule. Nothing follows from a single reading: what counts
is a *span*, from the lower to the higher of two readings that follow each other, at least 45 seconds apart. The
floor has *reached* a threshold when the whole span is beyond it, so a reading that the next one takes back
changes nothing. What an alert says is what two readings agree on, too: of a rise the lower of them, before and
after it.

An alert makes the rule *quiet* for the collection, until a span is further than the hysteresis from what it
announced: the threshold, or the floor that it moved to. A threshold is *armed* while the floor is on its other
side; once announced, it is armed again beyond the hysteresis. */

/** Between two readings that confirm each other, seconds: somewhat less than the minute at which floors are read. */
const MIN_APART = 45;
/** How exactly it is kept when a floor was last read, seconds: each time is written. */
const SEEN_SPACING = 15 * 60;
/** What a floor was is unknown after so long without a reading, seconds. */
const MAX_UNREAD = HOUR_SECONDS;

/** What became of a floor. */
export type FloorWay = 'above' | 'below' | 'rose' | 'fell';

/** A floor that is to be announced. */
export interface FloorCrossing {
  readonly way: FloorWay;
  readonly floor: Wei;
  /** How it stood before, and until when. */
  readonly from: FloorReading;
  /** When it was first read beyond, epoch s. */
  readonly since: number;
  /** Counts the alerts of the rule about the collection, from 1. */
  readonly number: number;
}

export interface FloorProgress {
  readonly state: FloorState;
  readonly crossing: FloorCrossing | null;
}

const textOf = ({ above, below, moves, rearm }: FloorConditions): string =>
  [above, below, moves === null ? null : `${moves.percent}/${moves.hours}`, rearm].join(' ');

const fresh = (conditions: string, before: FloorState | null): FloorState => ({
  conditions,
  last: null,
  above: 'new',
  below: 'new',
  under: null,
  over: null,
  spans: [],
  quiet: null,
  alertedAt: before?.alertedAt ?? null,
  alerts: before?.alerts ?? 0,
});

/** Whether a span is so many percent away from a floor, or further, to either side or to one. */
const isAbove = (low: Wei, from: Wei, percent: number): boolean => low * 100n >= from * BigInt(100 + percent);
const isBelow = (high: Wei, from: Wei, percent: number): boolean =>
  high * 100n <= from * BigInt(Math.max(0, 100 - percent));

function armed(
  state: FloorState['above'],
  { isOther, isFar }: { readonly isOther: boolean; readonly isFar: boolean },
): FloorState['above'] {
  const isArmed = state === 'reached' ? isFar : isOther;
  return isArmed ? 'armed' : state;
}

/** The state after a span, before anything is announced. */
function withSpan(state: FloorState, span: FloorSpan, conditions: FloorConditions): FloorState {
  const { above, below, moves, rearm } = conditions;
  const { low, high } = span;
  const isUnder = above !== null && high < above;
  const isOver = below !== null && low > below;
  const isQuiet =
    state.quiet !== null && !isAbove(low, state.quiet, rearm) && !isBelow(high, state.quiet, rearm);
  return {
    ...state,
    above:
      above === null
        ? state.above
        : armed(state.above, { isOther: isUnder, isFar: isBelow(high, above, rearm) }),
    below:
      below === null
        ? state.below
        : armed(state.below, { isOther: isOver, isFar: isAbove(low, below, rearm) }),
    under: isUnder && state.under?.floor !== high ? { floor: high, at: span.at } : state.under,
    over: isOver && state.over?.floor !== low ? { floor: low, at: span.at } : state.over,
    spans: moves === null ? [] : addSpan(state.spans, span, span.at - moves.hours * HOUR_SECONDS),
    quiet: isQuiet ? state.quiet : null,
  };
}

/** How far the floor moved within the hours; `null` for not far enough. */
function movedFrom(
  { spans }: FloorState,
  { low, high, at }: FloorSpan,
  { percent, hours }: NonNullable<FloorConditions['moves']>,
): { readonly way: 'rose' | 'fell'; readonly from: FloorReading } | null {
  const within = spansWithin(spans, at - hours * HOUR_SECONDS);
  // Of equal ones the last, so that what is announced took no longer than it did.
  const lowest = within.reduce<FloorSpan | null>(
    (best, one) => (best === null || one.high <= best.high ? one : best),
    null,
  );
  if (lowest !== null && isAbove(low, lowest.high, percent))
    return { way: 'rose', from: { floor: lowest.high, at: lowest.until ?? at } };
  const highest = within.reduce<FloorSpan | null>(
    (best, one) => (best === null || one.low >= best.low ? one : best),
    null,
  );
  return highest !== null && percent <= 100 && isBelow(high, highest.low, percent)
    ? { way: 'fell', from: { floor: highest.low, at: highest.until ?? at } }
    : null;
}

/** What is to be announced after a span: a threshold before a move. */
function reached(
  state: FloorState,
  span: FloorSpan,
  { above, below, moves }: FloorConditions,
): { readonly way: FloorWay; readonly from: FloorReading; readonly of: Wei | null } | null {
  if (state.quiet !== null) return null;
  if (above !== null && state.above === 'armed' && span.low >= above && state.under !== null)
    return { way: 'above', from: state.under, of: above };
  if (below !== null && state.below === 'armed' && span.high <= below && state.over !== null)
    return { way: 'below', from: state.over, of: below };
  const moved = moves === null ? null : movedFrom(state, span, moves);
  return moved === null ? null : { ...moved, of: null };
}

/**
 * The state with another reading. It leaves the other side of a threshold if it is beyond it and the one before was
 * not.
 * @param leftAt when it did so then, epoch s
 */
function withReading(
  state: FloorState,
  next: FloorReading,
  { above, below }: FloorConditions,
  leftAt: number,
): FloorState {
  const { last, under, over } = state;
  const leavesUnder = above !== null && next.floor >= above && last !== null && last.floor < above;
  const leavesOver = below !== null && next.floor <= below && last !== null && last.floor > below;
  return {
    ...state,
    last: next,
    under: under !== null && leavesUnder ? { ...under, at: leftAt } : under,
    over: over !== null && leavesOver ? { ...over, at: leftAt } : over,
  };
}

/** The state with when the floor was last read; what it was is unknown from then on, where that is long ago. */
function withTime(state: FloorState, at: number): FloorState {
  const { seenAt, spans } = state;
  // Also when the clock was set back.
  if (seenAt !== undefined && Math.abs(at - seenAt) < SEEN_SPACING) return state;
  const isUnread = seenAt !== undefined && at - seenAt > MAX_UNREAD;
  return { ...state, seenAt: at, spans: isUnread ? endSpans(spans, seenAt) : spans };
}

/**
 * What follows for a rule from a reading of the floor of one of its collections. The state is the same object when
 * nothing that has to be kept has changed.
 * @param before `null` for a collection that the rule knows nothing of
 * @param next its floor; `null` while nothing is listed: the next reading then needs another one to confirm it
 * @param mayAlert whether an alert is allowed now; what it would announce stays due as long as the floor does
 */
export function readFloor(
  before: FloorState | null,
  conditions: FloorConditions,
  next: FloorReading | null,
  mayAlert: boolean,
): FloorProgress {
  const text = textOf(conditions);
  const known = before?.conditions === text ? before : fresh(text, before);
  if (next === null) return { state: known.last === null ? known : { ...known, last: null }, crossing: null };
  const state = withTime(known, next.at);
  const { last } = state;
  const { seenAt = next.at } = known;
  const leftAt = next.at - seenAt > MAX_UNREAD ? seenAt : next.at;
  if (last === null) return { state: withReading(state, next, conditions, leftAt), crossing: null };
  // Also when the clock was set back.
  if (Math.abs(next.at - last.at) < MIN_APART) return { state, crossing: null };
  const [low, high] = last.floor < next.floor ? [last.floor, next.floor] : [next.floor, last.floor];
  const span: FloorSpan = { low, high, at: next.at };
  const seen = withSpan(state, span, conditions);
  const crossing = mayAlert ? reached(seen, span, conditions) : null;
  const kept = next.floor === last.floor ? seen : withReading(seen, next, conditions, leftAt);
  if (crossing === null) return { state: isSame(state, kept) ? state : kept, crossing: null };
  const { way, from, of } = crossing;
  const floor = way === 'above' || way === 'rose' ? low : high;
  return {
    state: {
      ...kept,
      ...(way === 'above' ? { above: 'reached' } : {}),
      ...(way === 'below' ? { below: 'reached' } : {}),
      spans: conditions.moves === null ? [] : [span],
      quiet: of ?? floor,
      alertedAt: next.at,
      alerts: kept.alerts + 1,
    },
    crossing: {
      way,
      from,
      floor,
      since: last.at,
      number: kept.alerts + 1,
    },
  };
}

const isSame = (one: FloorState, other: FloorState): boolean =>
  one.last === other.last &&
  one.above === other.above &&
  one.below === other.below &&
  one.under === other.under &&
  one.over === other.over &&
  one.spans === other.spans &&
  one.quiet === other.quiet;
