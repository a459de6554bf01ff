import type { StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import { FEED_KINDS, type FeedKind, type KindCount } from './kinds.ts';
import { type Following, promised, SWEEP_FROM, type Unit } from './promises.ts';
import { type Counted, readMessage, type Telling } from './tellings.ts';

/**
 * The books held against each other: the marketplace's ledger on one side, the messages in the channels on the other.
 * One alert is one record of the feed told in one channel, so a sweep of seven counts seven.
 */
export interface FeedAudit {
  readonly byKind: Readonly<Record<FeedKind, KindCount>>;
  /** What messages tell that was told before, or that never was, in words. */
  readonly again: readonly string[];
  /** Of what is lost, when a later one was first told in the same channel (ms since 1970): these are not merely late. */
  readonly overtakenAtMs: readonly number[];
  /** From the moment the feed first showed it to the moment Discord accepted its message. */
  readonly tellings: readonly { readonly acceptedAtMs: number; readonly latencyMs: number }[];
}

type FeedTelling = Extract<Telling, { readonly items: readonly string[] }>;

/** A unit and what became of it in one channel. */
interface Entry extends Unit {
  toldAtMs: number | null;
  /** Told together with others: in a storm that counts on, or in a summary. When it was told says nothing of the order. */
  summed: boolean;
}

const isFeedKind = (kind: Telling['kind']): kind is FeedKind => FEED_KINDS.some((one) => one === kind);

/** What a message tells beyond what there was to tell. */
interface Repeat {
  readonly kind: FeedKind;
  readonly count: number;
  readonly inWords: string;
}

/** Enters everything that the messages tell; answers what of it was told before. */
function enter(
  entries: readonly Entry[],
  mayBeDue: (entry: Entry) => boolean,
  messages: readonly StoredMessage[],
): readonly Repeat[] {
  const byItem = Map.groupBy(entries, ({ kind, item }) => `${kind} ${item}`);
  const byTx = Map.groupBy(entries, ({ kind, record }) => `${kind} ${record.txHash ?? ''}`);
  const repeats: Repeat[] = [];
  const dueFirst = [...entries.filter(mayBeDue), ...entries.filter((entry) => !mayBeDue(entry))];

  const take = (from: readonly Entry[], count: number, atMs: number, summed: boolean): number => {
    const open = from.filter(({ toldAtMs }) => toldAtMs === null).slice(0, count);
    for (const entry of open) Object.assign(entry, { toldAtMs: atMs, summed });
    return open.length;
  };

  /** Takes of the transaction what comes to so many units; answers how many records that were. */
  const takeUnits = (ofTx: readonly Entry[], units: number, atMs: number): number => {
    let left = units;
    const part = ofTx.filter(({ toldAtMs, record }) => {
      if (toldAtMs !== null || left <= 0) return false;
      left -= record.amount;
      return true;
    });
    return take(part, part.length, atMs, false);
  };

  const untold = ({ kind, items, txHash }: FeedTelling, atMs: number, count: number): void => {
    if (count <= 0) return;
    const what = `${count} ${kind} of ${items.join(', ') || 'some'} in ${txHash ?? 'no transaction'}`;
    repeats.push({ kind, count, inWords: `${what}, at ${new Date(atMs).toISOString()}` });
  };

  function name(telling: FeedTelling, atMs: number): void {
    const { kind, items, txHash, storm } = telling;
    if (storm !== null) return;
    for (const item of items) {
      const ofItem = byItem.get(`${kind} ${item}`) ?? [];
      const same = ofItem.filter(({ record }) => txHash === null || record.txHash === txHash);
      untold({ ...telling, items: [item] }, atMs, 1 - take(same, 1, atMs, false));
    }
  }

  function standFor(telling: FeedTelling, atMs: number): void {
    const { kind, items, units, txHash, more, storm } = telling;
    // How often a storm is told is the bot's to decide; each trade is in it or was told before.
    if (storm !== null)
      for (const item of items) take(byItem.get(`${kind} ${item}`) ?? [], storm, atMs, true);
    const ofTx = txHash === null ? [] : (byTx.get(`${kind} ${txHash}`) ?? []);
    if (items.length === 0 && txHash !== null)
      untold(telling, atMs, 1 - takeUnits(ofTx, units ?? Number.POSITIVE_INFINITY, atMs));
    if (more > 0) untold(telling, atMs, more - take(ofTx, more, atMs, false));
  }

  /**
   * What a summary only counts may be any that is not named anywhere; what is due, and the oldest of that, is taken first.
   * @returns how many of it were not found
   */
  function count({ kind, as, count: wanted }: Counted, atMs: number): number {
    const open = dueFirst.filter(
      (entry) => entry.kind === kind && entry.toldAtMs === null && entry.record.shownAtMs <= atMs,
    );
    const isSweep = ({ together }: Entry): boolean => together.length >= SWEEP_FROM;
    if (as === 'storm') {
      const washed = Map.groupBy(
        open.filter((entry) => entry.washed),
        ({ item }) => item,
      );
      for (const storm of [...washed.values()].slice(0, wanted)) take(storm, storm.length, atMs, true);
      return 0;
    }
    if (kind === 'sale' && as === 'one') {
      const single = open.filter((entry) => !isSweep(entry));
      return wanted - take(single, wanted, atMs, true);
    }
    const groups = Map.groupBy(as === 'sweep' ? open.filter(isSweep) : open, ({ together }) => together);
    // Of a sweep that was told as single sales in part, what is left is no sweep.
    const whole = (group: readonly Entry[]): number => (group.length >= SWEEP_FROM ? 1 : 0);
    const inOrder =
      as === 'sweep' ? [...groups.values()].toSorted((a, b) => whole(b) - whole(a)) : [...groups.values()];
    const taken = inOrder.slice(0, wanted);
    for (const group of taken) take(group, group.length, atMs, true);
    return wanted - taken.length;
  }

  // What is named is certain, so it is entered before what only stands for others: of a sweep that the feed showed in
  // two parts, what the first message leaves unnamed is not what the second one names.
  for (const enterTelling of [name, standFor])
    for (const { payload, acceptedAtMs } of messages)
      for (const telling of readMessage(payload).tellings)
        if (isFeedKind(telling.kind) && 'items' in telling) enterTelling(telling, acceptedAtMs);
  const notFound = messages.flatMap(({ payload, acceptedAtMs }) =>
    readMessage(payload).counted.map((counted) => ({
      ...counted,
      acceptedAtMs,
      count: count(counted, acceptedAtMs),
    })),
  );
  // A sweep that the feed showed in two parts may have been told as single sales, or as two sweeps.
  for (const { kind, count: left, acceptedAtMs } of notFound) {
    const open = dueFirst.filter((entry) => entry.kind === kind && entry.record.shownAtMs <= acceptedAtMs);
    take(open, left, acceptedAtMs, true);
  }
  return repeats;
}

function overtakings(due: readonly Entry[]): number[] {
  const overtakenAtMs: number[] = [];
  let laterToldAtMs = Number.POSITIVE_INFINITY;
  for (const { toldAtMs, summed } of due.toReversed()) {
    if (toldAtMs === null) {
      if (laterToldAtMs < Number.POSITIVE_INFINITY) overtakenAtMs.push(laterToldAtMs);
    } else if (!summed) laterToldAtMs = Math.min(laterToldAtMs, toldAtMs);
  }
  return overtakenAtMs;
}

/**
 * Holds what one channel was told of the feed against what was promised to it.
 *
 * @param units what `unitsOf` answers
 * @param followings those of this channel
 * @param messages those of the bot
 */
export function auditFeed(
  units: readonly Unit[],
  followings: readonly Following[],
  messages: readonly StoredMessage[],
  rankOf: (record: LedgerRecord) => number | null,
): FeedAudit {
  const entries = units.map((unit): Entry => ({ ...unit, toldAtMs: null, summed: false }));
  const promisedBy = (following: Following) => promised(entries, following, rankOf);
  const fitting = new Set(followings.flatMap((following) => promisedBy({ ...following, certain: true })));
  const repeats = enter(entries, (entry) => fitting.has(entry), messages);
  // What people set up by hand is owed between the first and the last that was told.
  const promises = new Set(followings.flatMap(promisedBy));
  const due = entries.filter((entry) => promises.has(entry));
  const countOf = (kind: FeedKind): KindCount => {
    const own = due.filter((entry) => entry.kind === kind);
    const posted = own.filter(({ toldAtMs }) => toldAtMs !== null).length;
    const twice = repeats.filter((repeat) => repeat.kind === kind).reduce((sum, { count }) => sum + count, 0);
    return { due: own.length, posted, lost: own.length - posted, twice };
  };
  return {
    byKind: {
      sale: countOf('sale'),
      listing: countOf('listing'),
      offer: countOf('offer'),
      transfer: countOf('transfer'),
      mint: countOf('mint'),
    },
    again: repeats.map(({ inWords }) => inWords),
    overtakenAtMs: overtakings(due),
    tellings: due.flatMap(({ record, toldAtMs, summed }) =>
      toldAtMs === null || summed ? [] : [{ acceptedAtMs: toldAtMs, latencyMs: toldAtMs - record.shownAtMs }],
    ),
  };
}
