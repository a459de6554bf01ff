import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { FeedKind, ToldKind } from './kinds.ts';

/** What a rule lets through beside its kinds and its collection. */
export interface FollowingFilter {
  /** Wei. */
  readonly priceFrom?: bigint;
  readonly rankAtMost?: number;
}

/** What a channel was promised. Times are ms since 1970, of the moment at which the feed showed it. */
export interface Following {
  readonly channelId: string;
  readonly kinds: readonly ToldKind[];
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
  /** `null` for a filter whose outcome only the bot knows (a floor as it was when it looked): nothing is due then. */
  readonly filter: FollowingFilter | null;
  readonly fromMs: number;
  /** Not this moment any more; Infinity while it goes on. */
  readonly toMs: number;
  /**
   * Whether it is known to have held all that time. Otherwise it counts from the first alert that was told to the
   * last one: what is missing between them is lost, since a channel is told in order.
   */
  readonly certain: boolean;
}

/** One record that is told as one of the feed's kinds. */
export interface Unit {
  readonly kind: FeedKind;
  readonly record: LedgerRecord;
  /** `collection/tokenId`. */
  readonly item: string;
  /** What one buyer or receiver got in the same transaction, itself included. */
  readonly together: readonly LedgerRecord[];
  /** A transfer of a sale that the feed showed later: it may be told, and nobody is owed it. */
  readonly optional: boolean;
  /** Traded so often between the same wallets that the bot counts it instead of telling it. */
  readonly washed: boolean;
}

const TOLD_AS: Readonly<Partial<Record<LedgerRecord['kind'], FeedKind>>> = {
  sale: 'sale',
  listing: 'listing',
  listing_updated: 'listing',
  offer: 'offer',
  collection_offer: 'offer',
  transfer: 'transfer',
  mint: 'mint',
};
/** From the third trade of a token between two wallets on. */
const WASHED_FROM = 3;
/** A sweep is told as one. */
export const SWEEP_FROM = 3;

const itemOf = ({ collection, tokenId }: LedgerRecord): string => `${collection}/${tokenId}`;
const pairOf = ({ seller, buyer }: LedgerRecord): string =>
  (seller ?? '') < (buyer ?? '') ? `${seller} ${buyer}` : `${buyer} ${seller}`;
const groupOf = ({ kind, txHash, activityId, buyer }: LedgerRecord): string =>
  txHash === null ? activityId : `${kind} ${txHash} ${buyer}`;

/**
 * What the feed showed after the start and the bot tells from it. A transfer that belongs to a sale is not told, unless the
 * feed shows the sale later.
 */
export function unitsOf(ledger: readonly LedgerRecord[]): readonly Unit[] {
  const shown = ledger.filter(({ history }) => !history);
  const handovers = new Map(
    shown
      .filter(({ kind, txHash }) => txHash !== null && (kind === 'sale' || kind.startsWith('auction_')))
      .map((record) => [`${record.txHash} ${itemOf(record)}`, record.shownAtMs]),
  );
  const groups = Map.groupBy(shown, groupOf);
  const trades = Map.groupBy(
    ledger.filter(({ kind }) => kind === 'sale'),
    (record) => `${itemOf(record)} ${pairOf(record)}`,
  );
  const washed = new Set(
    [...trades.values()].filter(({ length }) => length >= WASHED_FROM).flatMap((trade) => trade),
  );
  return shown.flatMap((record): Unit[] => {
    const kind = TOLD_AS[record.kind];
    const item = itemOf(record);
    const moves = kind === 'transfer' || kind === 'mint';
    const soldAtMs = moves ? handovers.get(`${record.txHash} ${item}`) : undefined;
    if (kind === undefined || (soldAtMs !== undefined && soldAtMs <= record.shownAtMs)) return [];
    const together = groups.get(groupOf(record)) ?? [record];
    return [{ kind, record, item, together, optional: soldAtMs !== undefined, washed: washed.has(record) }];
  });
}

/** Whether a following's filter lets the unit through; `rankOf` answers `null` for a token that is not ranked. */
function fits(
  { filter }: Following,
  { record, together, washed }: Unit,
  rankOf: (record: LedgerRecord) => number | null,
): boolean {
  if (filter === null) return false;
  const { priceFrom, rankAtMost } = filter;
  if (priceFrom === undefined && rankAtMost === undefined) return true;
  if (washed) return false;
  const told = record.kind === 'sale' && together.length >= SWEEP_FROM ? together : [record];
  const ranked = told.filter(
    (one) => rankAtMost === undefined || (rankOf(one) ?? Number.POSITIVE_INFINITY) <= rankAtMost,
  );
  const price = ranked.reduce((sum, one) => sum + (one.price ?? 0n), 0n);
  return ranked.length > 0 && (priceFrom === undefined || price >= priceFrom);
}

/** The units that a following promises to its channel, in order. `toldAtMs` says when one was told there. */
export function promised<U extends Unit & { readonly toldAtMs: number | null }>(
  units: readonly U[],
  following: Following,
  rankOf: (record: LedgerRecord) => number | null,
): readonly U[] {
  const { kinds, collection, fromMs, toMs, certain } = following;
  const within = units.filter(
    (unit) =>
      !unit.optional &&
      kinds.includes(unit.kind) &&
      unit.record.shownAtMs >= fromMs &&
      unit.record.shownAtMs < toMs &&
      (collection === null || unit.record.collection === collection) &&
      fits(following, unit, rankOf),
  );
  if (certain) return within;
  const told = ({ toldAtMs }: U): boolean => toldAtMs !== null;
  const first = within.findIndex(told);
  return first < 0 ? [] : within.slice(first, within.findLastIndex(told) + 1);
}
