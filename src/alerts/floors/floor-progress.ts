import { HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { FloorConditions } from '../kinds/floor/options.ts';
import type { FloorReading, FloorSpan, FloorState } from '../kinds/floor/state.ts';
import { addSpan, endSpans, spansWithin } from './floor-spans.ts';

/* Decides when the floor of a collection deserves an alert of one rule. A single reading decides nothing. What counts
is a *span*: from the lower to the higher of two consecutive readings, at least 45 seconds apart. The floor has
*reached* a threshold when the whole span is beyond it, so a reading that the next one reverses has no effect. Alerts
also state only what two readings agree on: for a rise, the lower of them, before and after it.

An alert makes the rule *quiet* for the collection, until a span differs by more than the hysteresis from what was
announced: the threshold, or the floor after the move. A threshold is *armed* while the floor is on its other side. Once
announced, it is armed again beyond the hysteresis. */

/**
 * Minimum time between two readings that confirm each other, seconds: somewhat less than the minute between floor
 * readings.
 */
const MIN_APART = 45;
/** Precision of the stored time of the last reading, seconds. Every update costs a write. */
const SEEN_SPACING = 15 * 60;
/** After this long without a reading the earlier floor counts as unknown, seconds. */
const MAX_UNREAD = HOUR_SECONDS;

/** Direction in which a floor changed. */
export type FloorWay = 'above' | 'below' | 'rose' | 'fell';

/** A floor change to announce. */
export interface FloorCrossing {
  readonly way: FloorWay;
  readonly floor: Wei;
  /** The floor before, and until when it held. */
  readonly from: FloorReading;
  /** When the floor was first read beyond the threshold, epoch seconds. */
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

/** Returns whether a span is at least this percentage away from a floor, in either direction or in one. */
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

/** Returns the state after a span, before any announcement. */
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

/** Returns how far the floor moved within the hours; `null` if not far enough. */
function movedFrom(
  { spans }: FloorState,
  { low, high, at }: FloorSpan,
  { percent, hours }: NonNullable<FloorConditions['moves']>,
): { readonly way: 'rose' | 'fell'; readonly from: FloorReading } | null {
  const within = spansWithin(spans, at - hours * HOUR_SECONDS);
  // Among equals the last one, so that the announced duration is not too long.
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

/** Returns what to announce after a span; a threshold takes precedence over a move. */
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
 * Returns the state with another reading. The floor leaves the other side of a threshold if this reading is beyond it
 * and the previous one was not.
 * @param leftAt time of that change, epoch seconds
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

/**
 * Returns the state with the time of the last reading. If the last reading was long ago, the floor counts as unknown
 * from then on.
 */
function withTime(state: FloorState, at: number): FloorState {
  const { seenAt, spans } = state;
  // The absolute value also covers a clock that was set back.
  if (seenAt !== undefined && Math.abs(at - seenAt) < SEEN_SPACING) return state;
  const isUnread = seenAt !== undefined && at - seenAt > MAX_UNREAD;
  return { ...state, seenAt: at, spans: isUnread ? endSpans(spans, seenAt) : spans };
}

/**
 * Applies a floor reading of one collection to a rule. Returns the same state object if nothing that must be saved has
 * changed.
 * @param before `null` for a collection that is new to the rule
 * @param next its floor; `null` while nothing is listed, and then the next reading needs another one to confirm it
 * @param mayAlert whether an alert is allowed now; otherwise it stays due as long as the floor holds
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
  // The absolute value also covers a clock that was set back.
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
