import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import {
  type AlertUnit,
  type Expectation,
  expectationOf,
  type Period,
  type ReadTimes,
  SWEEP_FROM,
} from './expected-alerts.ts';
import { FEED_KINDS, type FeedKind, type KindCount } from './kind-counts.ts';
import { type PostedFeedAlert, readMessage, type SummaryCount } from './message-reader.ts';

/**
 * Compares the marketplace's ledger with the messages in one channel. One alert is one record of the feed
 * posted in one channel, so a sweep of seven counts as seven.
 */
export interface FeedCheck {
  readonly byKind: Readonly<Record<FeedKind, KindCount>>;
  /** Descriptions of posts that repeat an earlier one, or that match no record. */
  readonly unexpected: readonly string[];
  /** Descriptions of expected alerts that are missing. */
  readonly missing: readonly string[];
  /**
   * Descriptions of alerts of which it cannot be decided whether they are lost: the rules were being changed,
   * or a summary counts more than is due.
   */
  readonly undecided: readonly string[];
  /**
   * For each lost alert, when a later one was first posted in the same channel (epoch ms). Later posts prove it
   * lost, not late.
   */
  readonly overtakenAtMs: readonly number[];
  /** Latency from the first appearance in the feed to Discord's acceptance of the message. */
  readonly deliveries: readonly { readonly acceptedAtMs: number; readonly latencyMs: number }[];
}

/** What the channel's rules ask for, and when the bot read the feed. */
export interface FeedExpectations {
  readonly periods: readonly Period[];
  /** Records that the feed showed before are not expected. Epoch ms. */
  readonly fromMs: number;
  /** When the bot read, and had matched, a record that was first shown at `shownAtMs` (epoch ms). */
  readonly readOf: (shownAtMs: number) => ReadTimes;
  readonly rankOf: (record: LedgerRecord) => number | null;
}

/** A unit and whether one channel posted it. */
interface Entry extends AlertUnit {
  readonly expectation: Expectation;
  postedAtMs: number | null;
  /** Posted as part of repeat trades or of a summary, so its position says nothing about the order of alerts. */
  aggregated: boolean;
  /** A summary counts either this one or another. */
  ambiguous: boolean;
}

const description = ({ kind, item, record }: AlertUnit): string =>
  `${kind} of ${item} in ${record.txHash ?? 'no transaction'}, shown at ${new Date(record.shownAtMs).toISOString()}`;

/** A post beyond what there was to post. */
interface Repeat {
  readonly kind: FeedKind;
  readonly count: number;
  readonly description: string;
}

/** A message without a time is posted within this time of its event, seconds; the clocks may differ by the rest. */
const SHORTLY = 15 * 60 + 60;

/** Whether a record of this time (epoch seconds) may be what an alert with this time posts. */
export function isThen(
  timestamp: number,
  { at, shortlyBefore }: Pick<PostedFeedAlert, 'at' | 'shortlyBefore'>,
): boolean {
  if (at !== null) return timestamp === at;
  return shortlyBefore === null || (timestamp <= shortlyBefore + 60 && timestamp >= shortlyBefore - SHORTLY);
}

/** The units that match the post's links and timestamp; the timestamp decides where there is no transaction. */
export function matchingUnits<U extends AlertUnit>(
  ofItem: readonly U[],
  { kind, txHash, at, shortlyBefore }: PostedFeedAlert,
): readonly U[] {
  const possible = ofItem.filter(
    (unit) => (kind === null || unit.kind === kind) && (txHash === null || unit.record.txHash === txHash),
  );
  const then = possible.filter(({ record: { timestamp } }) => isThen(timestamp, { at, shortlyBefore }));
  return then.length > 0 || txHash === null ? then : possible;
}

const ORDER: Readonly<Record<Expectation, number>> = { expected: 0, open: 1, unknown: 2, no: 3 };
const expectedFirst = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => ORDER[a.expectation] - ORDER[b.expectation]);
const isOpen = ({ postedAtMs }: Entry): boolean => postedAtMs === null;
/** Whether the post says which of the records of its token it is. */
const isCertain = ({ txHash, at }: PostedFeedAlert): boolean => txHash !== null || at !== null;

/** Assigns units to everything that the messages post. Returns repeated posts, and what summaries leave undecided. */
function matchMessages(entries: readonly Entry[], messages: readonly StoredMessage[]) {
  const byItem = Map.groupBy(entries, ({ item }) => item);
  const byTx = Map.groupBy(entries, ({ record }) => record.txHash ?? '');
  const repeats: Repeat[] = [];
  const undecided: string[] = [];

  const claim = (from: readonly Entry[], count: number, atMs: number, aggregated: boolean): number => {
    const open = expectedFirst(from.filter(isOpen)).slice(0, count);
    for (const entry of open) Object.assign(entry, { postedAtMs: atMs, aggregated });
    return open.length;
  };

  const noteRepeat = (posted: PostedFeedAlert, kind: FeedKind, atMs: number, count: number): void => {
    if (count <= 0) return;
    const what = `${count} ${kind} of ${posted.items.join(', ') || 'some'} in ${posted.txHash ?? 'no transaction'}`;
    repeats.push({ kind, count, description: `${what}, at ${new Date(atMs).toISOString()}` });
  };

  function matchNamed(posted: PostedFeedAlert, atMs: number): void {
    if (posted.repeats === null && isCertain(posted)) matchItems(posted, atMs);
  }

  /** Without a transaction and a time, it is the first open one of the last minutes. */
  function matchRecent(posted: PostedFeedAlert, atMs: number): void {
    if (posted.repeats === null && !isCertain(posted) && posted.shortlyBefore !== null)
      matchItems(posted, atMs);
  }

  function matchItems(posted: PostedFeedAlert, atMs: number): void {
    for (const item of posted.items) {
      const possible = matchingUnits(byItem.get(item) ?? [], posted);
      const taken = claim(possible, 1, atMs, false);
      const kind = possible[0]?.kind ?? posted.kind ?? 'sale';
      noteRepeat({ ...posted, items: [item] }, kind, atMs, 1 - taken);
    }
  }

  /** A channel receives its alerts in order, so everything due before a named alert has been posted. */
  function namedBefore(atMs: number): number {
    return entries.reduce(
      (latest, { postedAtMs, aggregated, record }) =>
        postedAtMs !== null && postedAtMs < atMs && !aggregated ? Math.max(latest, record.shownAtMs) : latest,
      Number.NEGATIVE_INFINITY,
    );
  }

  /** Those that no earlier message can stand for; all where there are none. */
  function sinceNamed(possible: readonly Entry[], atMs: number): readonly Entry[] {
    if (possible.length < 2) return possible;
    const after = namedBefore(atMs);
    const later = possible.filter(({ record }) => record.shownAtMs >= after);
    return later.length > 0 ? later : possible;
  }

  /** A line of a summary says the token and the kind, so it may be any of its records that no message names. */
  function matchLine(posted: PostedFeedAlert, atMs: number): void {
    if (posted.repeats !== null || isCertain(posted) || posted.shortlyBefore !== null) return;
    for (const item of posted.items) {
      const possible = matchingUnits(byItem.get(item) ?? [], posted).filter(
        (entry) => isOpen(entry) && entry.record.shownAtMs <= atMs,
      );
      const single = possible.filter((entry) => !entry.counted && entry.inTransaction.length < SWEEP_FROM);
      const likely = sinceNamed(single.length > 0 ? single : possible, atMs);
      const taken = claim(likely, 1, atMs, likely.length > 1);
      noteRepeat({ ...posted, items: [item] }, posted.kind ?? 'sale', atMs, 1 - taken);
    }
  }

  /** Claims entries of the transaction, of one kind, until they add up to `units`. */
  function claimUnits(ofTx: readonly Entry[], units: number, atMs: number): number {
    const [first] = expectedFirst(ofTx.filter(isOpen));
    let left = units;
    const part = ofTx.filter((entry) => {
      if (!isOpen(entry) || entry.kind !== first?.kind || left <= 0) return false;
      left -= entry.record.amount;
      return true;
    });
    return claim(part, part.length, atMs, false);
  }

  function matchUnnamed(posted: PostedFeedAlert, atMs: number): void {
    const { items, units, txHash, more, repeats: trades, kind } = posted;
    // The bot decides how often repeat trades are posted; each trade is part of such a post or was posted
    // before.
    if (trades !== null)
      for (const item of items) {
        const repeated = (byItem.get(item) ?? []).filter((entry) => entry.counted);
        claim(repeated, trades, atMs, true);
      }
    const ofTx = (byTx.get(txHash ?? '-') ?? []).filter((entry) => kind === null || entry.kind === kind);
    const kindOfTx = ofTx[0]?.kind ?? kind ?? 'sale';
    if (items.length === 0 && txHash !== null)
      noteRepeat(posted, kindOfTx, atMs, 1 - claimUnits(ofTx, units ?? Number.POSITIVE_INFINITY, atMs));
    if (more > 0) noteRepeat(posted, kindOfTx, atMs, more - claim(ofTx, more, atMs, false));
  }

  /** Claims candidates for what a summary only counts: expected and named nowhere. @returns how many were not found */
  function matchCounted({ kind, as, count: wanted }: SummaryCount, atMs: number): number {
    const after = namedBefore(atMs);
    const open = expectedFirst(
      entries.filter(
        (entry) =>
          entry.kind === kind &&
          entry.expectation !== 'no' &&
          isOpen(entry) &&
          entry.record.shownAtMs >= after &&
          entry.record.shownAtMs <= atMs,
      ),
    );
    const isSweep = ({ inTransaction }: Entry): boolean => inTransaction.length >= SWEEP_FROM;
    if (as === 'repeats') {
      const repeated = open.filter((entry) => entry.counted);
      const tokens = [...Map.groupBy(repeated, ({ item }) => item).values()].slice(0, wanted);
      for (const trades of tokens) claim(trades, trades.length, atMs, true);
      return 0;
    }
    if (kind === 'sale' && as === 'one') {
      const single = open.filter((entry) => !isSweep(entry) && !entry.counted);
      return wanted - claim(single, wanted, atMs, true);
    }
    const groups = Map.groupBy(
      as === 'sweep' ? open.filter(isSweep) : open,
      ({ inTransaction }) => inTransaction,
    );
    // The rest of a sweep that was partly posted as single sales is no sweep any more.
    const whole = (group: readonly Entry[]): number => (group.length >= SWEEP_FROM ? 1 : 0);
    const inOrder =
      as === 'sweep' ? [...groups.values()].toSorted((a, b) => whole(b) - whole(a)) : [...groups.values()];
    const taken = inOrder.slice(0, wanted);
    for (const group of taken) claim(group, group.length, atMs, true);
    return wanted - taken.length;
  }

  /** The summary counts more than was due and names none of it, so it cannot be decided what it stands for. */
  function noteSurplus(kind: FeedKind, count: number, atMs: number): void {
    const possible = entries.filter((entry) => entry.kind === kind && entry.record.shownAtMs <= atMs);
    // A sweep that the feed showed in two parts may have been posted as single sales, or as two sweeps.
    const after = namedBefore(atMs);
    const inTime = possible.filter(
      ({ expectation, record }) => expectation !== 'no' && record.shownAtMs >= after,
    );
    let left = count - claim(inTime, count, atMs, true);
    const reassignable = possible.filter(
      (one) => one.expectation === 'expected' && isOpen(one) && !one.ambiguous,
    );
    for (const entry of reassignable.slice(0, left)) {
      entry.ambiguous = true;
      left -= 1;
    }
    if (left <= 0 || possible.some(({ expectation }) => expectation === 'unknown')) return;
    undecided.push(
      `${left} ${kind} that a summary counts and that nothing due stands for, at ${new Date(atMs).toISOString()}`,
    );
  }

  // What is certain is matched before what may be one of several, and that before what is only counted: when the
  // feed showed a sweep in two parts, the tokens that the first message leaves unnamed are not those that the
  // second one names.
  for (const matchPosted of [matchNamed, matchRecent, matchLine, matchUnnamed])
    for (const { payload, acceptedAtMs } of messages)
      for (const posted of readMessage(payload).posted)
        if (posted.type === 'feed') matchPosted(posted, acceptedAtMs);
  for (const { payload, acceptedAtMs } of messages) {
    const left = readMessage(payload).counted.flatMap((counted) => {
      const { kind } = counted;
      return isFeedKind(kind) ? [{ kind, count: matchCounted(counted, acceptedAtMs) }] : [];
    });
    for (const { kind, count } of left) if (count > 0) noteSurplus(kind, count, acceptedAtMs);
  }
  return { repeats, undecided };
}

const isFeedKind = (kind: string): kind is FeedKind => FEED_KINDS.some((one) => one === kind);

function overtakenTimes(due: readonly Entry[]): number[] {
  const overtakenAtMs: number[] = [];
  let laterPostedAtMs = Number.POSITIVE_INFINITY;
  for (const { postedAtMs, aggregated } of due.toReversed()) {
    if (postedAtMs === null) {
      if (laterPostedAtMs < Number.POSITIVE_INFINITY) overtakenAtMs.push(laterPostedAtMs);
    } else if (!aggregated) laterPostedAtMs = Math.min(laterPostedAtMs, postedAtMs);
  }
  return overtakenAtMs;
}

/** In a channel whose settings delay alerts, what comes after its last post may still be waiting. */
function withoutHeldBack(entries: readonly Entry[], { periods }: FeedExpectations): readonly Entry[] {
  if (periods.at(-1)?.delaysAlerts !== true) return entries;
  const last = entries.findLastIndex(({ postedAtMs }) => postedAtMs !== null);
  return entries.slice(0, last + 1);
}

/**
 * Compares what one channel posted about the feed with what is expected there.
 *
 * @param units the result of `alertUnitsOf`
 * @param messages the bot's messages
 */
export function checkFeed(
  units: readonly AlertUnit[],
  expectations: FeedExpectations,
  messages: readonly StoredMessage[],
): FeedCheck {
  const expectationFor = (unit: AlertUnit): Expectation =>
    unit.record.shownAtMs < expectations.fromMs
      ? 'no'
      : expectationOf(
          expectations.periods,
          unit,
          expectations.readOf(unit.record.shownAtMs),
          expectations.rankOf,
        );
  const entries = units.map(
    (unit): Entry => ({
      ...unit,
      expectation: expectationFor(unit),
      postedAtMs: null,
      aggregated: false,
      ambiguous: false,
    }),
  );
  const { repeats, undecided } = matchMessages(entries, messages);
  const counting = withoutHeldBack(entries, expectations);
  const due = counting.filter(({ expectation, ambiguous }) => expectation === 'expected' && !ambiguous);
  const missing = due.filter(isOpen);
  const open = counting.filter(
    (entry) =>
      isOpen(entry) &&
      (entry.expectation === 'open' || (entry.expectation === 'expected' && entry.ambiguous)),
  );
  const countOf = (kind: FeedKind): KindCount => {
    const own = due.filter((entry) => entry.kind === kind);
    const lost = missing.filter((entry) => entry.kind === kind).length;
    const twice = repeats.filter((repeat) => repeat.kind === kind).reduce((sum, { count }) => sum + count, 0);
    return { due: own.length, posted: own.length - lost, lost, twice };
  };
  return {
    byKind: {
      sale: countOf('sale'),
      listing: countOf('listing'),
      offer: countOf('offer'),
      transfer: countOf('transfer'),
      mint: countOf('mint'),
      burn: countOf('burn'),
    },
    unexpected: repeats.map((repeat) => repeat.description),
    missing: missing.map(description),
    undecided: [...open.map(description), ...undecided],
    overtakenAtMs: overtakenTimes(due),
    deliveries: due.flatMap(({ record, postedAtMs, aggregated }) =>
      postedAtMs === null || aggregated
        ? []
        : [{ acceptedAtMs: postedAtMs, latencyMs: postedAtMs - record.shownAtMs }],
    ),
  };
}
