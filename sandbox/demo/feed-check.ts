import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import { FEED_KINDS, type FeedKind, type KindCount } from './kinds.ts';
import { type Owed, owedTo, type Period, type Read, SWEEP_FROM, type Unit } from './owed.ts';
import { type Counted, type FeedPosted, readMessage } from './posted.ts';

/**
 * The marketplace's ledger on one side, the messages in one channel on the other. One alert is one record of the feed posted
 * in one channel, so a sweep of seven counts seven.
 */
export interface FeedCheck {
  readonly byKind: Readonly<Record<FeedKind, KindCount>>;
  /** What messages post that was posted before, or that never was, in words. */
  readonly again: readonly string[];
  /** What is owed and not there, in words. */
  readonly missing: readonly string[];
  /** What may be lost or not, in words: somebody changed the rules just then, or a summary counts more than it should. */
  readonly undecided: readonly string[];
  /** Of what is lost, when a later one was first posted in the same channel (epoch ms): these are not merely late. */
  readonly overtakenAtMs: readonly number[];
  /** From the moment the feed first showed it to the moment Discord accepted its message. */
  readonly tellings: readonly { readonly acceptedAtMs: number; readonly latencyMs: number }[];
}

/** What the channel asked for, and when the bot asked for the feed. */
export interface FeedSide {
  readonly periods: readonly Period[];
  /** What the feed showed before is not owed. Epoch ms. */
  readonly fromMs: number;
  /** When the bot read, and had matched, what was shown at a moment (epoch ms). */
  readonly readOf: (shownAtMs: number) => Read;
  readonly rankOf: (record: LedgerRecord) => number | null;
}

/** A unit and what became of it in one channel. */
interface Entry extends Unit {
  readonly owed: Owed;
  postedAtMs: number | null;
  /** Posted together with others, in repeat trades that count on or in a summary: says nothing of the order. */
  summed: boolean;
  /** A summary counts it, or another. */
  doubtful: boolean;
}

const inWords = ({ kind, item, record }: Unit): string =>
  `${kind} of ${item} in ${record.txHash ?? 'no transaction'}, shown at ${new Date(record.shownAtMs).toISOString()}`;

/** What a message posts beyond what there was to post. */
interface Repeat {
  readonly kind: FeedKind;
  readonly count: number;
  readonly inWords: string;
}

/** Those that the links and the moment may mean; the moment decides where there is no transaction. */
export function meant<U extends Unit>(ofItem: readonly U[], { kind, txHash, at }: FeedPosted): readonly U[] {
  const possible = ofItem.filter(
    (unit) => (kind === null || unit.kind === kind) && (txHash === null || unit.record.txHash === txHash),
  );
  const then = at === null ? possible : possible.filter(({ record }) => record.timestamp === at);
  return then.length > 0 || txHash === null ? then : possible;
}

const ORDER: Readonly<Record<Owed, number>> = { owed: 0, open: 1, unknown: 2, no: 3 };
const owedFirst = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => ORDER[a.owed] - ORDER[b.owed]);
const isOpen = ({ postedAtMs }: Entry): boolean => postedAtMs === null;

/** Enters everything that the messages post; answers what of it was posted before, and what is undecided of summaries. */
function enter(entries: readonly Entry[], messages: readonly StoredMessage[]) {
  const byItem = Map.groupBy(entries, ({ item }) => item);
  const byTx = Map.groupBy(entries, ({ record }) => record.txHash ?? '');
  const repeats: Repeat[] = [];
  const undecided: string[] = [];

  const take = (from: readonly Entry[], count: number, atMs: number, summed: boolean): number => {
    const open = owedFirst(from.filter(isOpen)).slice(0, count);
    for (const entry of open) Object.assign(entry, { postedAtMs: atMs, summed });
    return open.length;
  };

  const again = (posted: FeedPosted, kind: FeedKind, atMs: number, count: number): void => {
    if (count <= 0) return;
    const what = `${count} ${kind} of ${posted.items.join(', ') || 'some'} in ${posted.txHash ?? 'no transaction'}`;
    repeats.push({ kind, count, inWords: `${what}, at ${new Date(atMs).toISOString()}` });
  };

  function enterNamed(posted: FeedPosted, atMs: number): void {
    if (posted.repeats !== null) return;
    for (const item of posted.items) {
      const possible = meant(byItem.get(item) ?? [], posted);
      const taken = take(possible, 1, atMs, false);
      const kind = possible[0]?.kind ?? posted.kind ?? 'sale';
      again({ ...posted, items: [item] }, kind, atMs, 1 - taken);
    }
  }

  /** Takes of the transaction what comes to so many units, of one kind. */
  function takeUnits(ofTx: readonly Entry[], units: number, atMs: number): number {
    const [first] = owedFirst(ofTx.filter(isOpen));
    let left = units;
    const part = ofTx.filter((entry) => {
      if (!isOpen(entry) || entry.kind !== first?.kind || left <= 0) return false;
      left -= entry.record.amount;
      return true;
    });
    return take(part, part.length, atMs, false);
  }

  function enterUnnamed(posted: FeedPosted, atMs: number): void {
    const { items, units, txHash, more, repeats: trades, kind } = posted;
    // How often repeat trades are posted is the bot's to decide; each trade is in it or was posted before.
    if (trades !== null)
      for (const item of items) {
        const repeated = (byItem.get(item) ?? []).filter((entry) => entry.counted);
        take(repeated, trades, atMs, true);
      }
    const ofTx = (byTx.get(txHash ?? '-') ?? []).filter((entry) => kind === null || entry.kind === kind);
    const kindOfTx = ofTx[0]?.kind ?? kind ?? 'sale';
    if (items.length === 0 && txHash !== null)
      again(posted, kindOfTx, atMs, 1 - takeUnits(ofTx, units ?? Number.POSITIVE_INFINITY, atMs));
    if (more > 0) again(posted, kindOfTx, atMs, more - take(ofTx, more, atMs, false));
  }

  /** What was named alone in an earlier message had everything before it posted: a channel is told in order. */
  function namedBefore(atMs: number): number {
    return entries.reduce(
      (latest, { postedAtMs, summed, record }) =>
        postedAtMs !== null && postedAtMs < atMs && !summed ? Math.max(latest, record.shownAtMs) : latest,
      Number.NEGATIVE_INFINITY,
    );
  }

  /** What may be among those that a summary only counts: what is owed and named nowhere. @returns how many are not found */
  function enterCount({ kind, as, count: wanted }: Counted, atMs: number): number {
    const after = namedBefore(atMs);
    const open = owedFirst(
      entries.filter(
        (entry) =>
          entry.kind === kind &&
          entry.owed !== 'no' &&
          isOpen(entry) &&
          entry.record.shownAtMs >= after &&
          entry.record.shownAtMs <= atMs,
      ),
    );
    const isSweep = ({ together }: Entry): boolean => together.length >= SWEEP_FROM;
    if (as === 'repeats') {
      const repeated = open.filter((entry) => entry.counted);
      const tokens = [...Map.groupBy(repeated, ({ item }) => item).values()].slice(0, wanted);
      for (const trades of tokens) take(trades, trades.length, atMs, true);
      return 0;
    }
    if (kind === 'sale' && as === 'one') {
      const single = open.filter((entry) => !isSweep(entry) && !entry.counted);
      return wanted - take(single, wanted, atMs, true);
    }
    const groups = Map.groupBy(as === 'sweep' ? open.filter(isSweep) : open, ({ together }) => together);
    // Of a sweep that was posted as single sales in part, what is left is no sweep.
    const whole = (group: readonly Entry[]): number => (group.length >= SWEEP_FROM ? 1 : 0);
    const inOrder =
      as === 'sweep' ? [...groups.values()].toSorted((a, b) => whole(b) - whole(a)) : [...groups.values()];
    const taken = inOrder.slice(0, wanted);
    for (const group of taken) take(group, group.length, atMs, true);
    return wanted - taken.length;
  }

  /** A summary counts more than was due and is named nowhere: whatever it stands for, that cannot be told. */
  function enterSurplus(kind: FeedKind, count: number, atMs: number): void {
    const possible = entries.filter((entry) => entry.kind === kind && entry.record.shownAtMs <= atMs);
    // A sweep that the feed showed in two parts may have been posted as single sales, or as two sweeps.
    const after = namedBefore(atMs);
    const inTime = possible.filter(({ owed, record }) => owed !== 'no' && record.shownAtMs >= after);
    let left = count - take(inTime, count, atMs, true);
    const doubted = possible.filter((one) => one.owed === 'owed' && isOpen(one) && !one.doubtful);
    for (const entry of doubted.slice(0, left)) {
      entry.doubtful = true;
      left -= 1;
    }
    if (left <= 0 || possible.some(({ owed }) => owed === 'unknown')) return;
    undecided.push(
      `${left} ${kind} that a summary counts and that nothing due stands for, at ${new Date(atMs).toISOString()}`,
    );
  }

  // What is named is certain, so it is entered before what only stands for others: of a sweep that the feed showed in
  // two parts, what the first message leaves unnamed is not what the second one names.
  for (const enterPosted of [enterNamed, enterUnnamed])
    for (const { payload, acceptedAtMs } of messages)
      for (const posted of readMessage(payload).posted)
        if (posted.type === 'feed') enterPosted(posted, acceptedAtMs);
  for (const { payload, acceptedAtMs } of messages) {
    const left = readMessage(payload).counted.flatMap((counted) => {
      const { kind } = counted;
      return isFeedKind(kind) ? [{ kind, count: enterCount(counted, acceptedAtMs) }] : [];
    });
    for (const { kind, count } of left) if (count > 0) enterSurplus(kind, count, acceptedAtMs);
  }
  return { repeats, undecided };
}

const isFeedKind = (kind: string): kind is FeedKind => FEED_KINDS.some((one) => one === kind);

function overtakings(due: readonly Entry[]): number[] {
  const overtakenAtMs: number[] = [];
  let laterPostedAtMs = Number.POSITIVE_INFINITY;
  for (const { postedAtMs, summed } of due.toReversed()) {
    if (postedAtMs === null) {
      if (laterPostedAtMs < Number.POSITIVE_INFINITY) overtakenAtMs.push(laterPostedAtMs);
    } else if (!summed) laterPostedAtMs = Math.min(laterPostedAtMs, postedAtMs);
  }
  return overtakenAtMs;
}

/** In a channel that holds alerts back, what nothing later was posted after still waits. */
function withoutWaiting(entries: readonly Entry[], { periods }: FeedSide): readonly Entry[] {
  if (periods.at(-1)?.holds !== true) return entries;
  const last = entries.findLastIndex(({ postedAtMs }) => postedAtMs !== null);
  return entries.slice(0, last + 1);
}

/**
 * Holds what one channel was told of the feed against what it is owed.
 *
 * @param units what `unitsOf` answers
 * @param messages those of the bot
 */
export function checkFeed(
  units: readonly Unit[],
  side: FeedSide,
  messages: readonly StoredMessage[],
): FeedCheck {
  const owedOf = (unit: Unit): Owed =>
    unit.record.shownAtMs < side.fromMs
      ? 'no'
      : owedTo(side.periods, unit, side.readOf(unit.record.shownAtMs), side.rankOf);
  const entries = units.map(
    (unit): Entry => ({ ...unit, owed: owedOf(unit), postedAtMs: null, summed: false, doubtful: false }),
  );
  const { repeats, undecided } = enter(entries, messages);
  const counting = withoutWaiting(entries, side);
  const due = counting.filter(({ owed, doubtful }) => owed === 'owed' && !doubtful);
  const missing = due.filter(isOpen);
  const open = counting.filter(
    (entry) => isOpen(entry) && (entry.owed === 'open' || (entry.owed === 'owed' && entry.doubtful)),
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
    },
    again: repeats.map((repeat) => repeat.inWords),
    missing: missing.map(inWords),
    undecided: [...open.map(inWords), ...undecided],
    overtakenAtMs: overtakings(due),
    tellings: due.flatMap(({ record, postedAtMs, summed }) =>
      postedAtMs === null || summed
        ? []
        : [{ acceptedAtMs: postedAtMs, latencyMs: postedAtMs - record.shownAtMs }],
    ),
  };
}
