import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { FeedKind, ToldKind } from './kinds.ts';

/** What a rule lets through beside its kinds and its collections. */
export interface RuleFilter {
  /** Wei. */
  readonly priceFrom?: bigint;
  readonly priceTo?: bigint;
  readonly rankAtMost?: number;
  /** Lower-case addresses. */
  readonly onlyWallets?: readonly string[];
  readonly notWallets?: readonly string[];
}

/** What a channel asked for. */
export interface Rule {
  readonly kinds: readonly ToldKind[];
  /** Addresses, or `null` for all. */
  readonly collections: readonly string[] | null;
  /** `null` for a filter whose outcome only the bot knows (a floor as it was when it looked): nothing is owed then. */
  readonly filter: RuleFilter | null;
}

/** The rules of a channel over a time in which nobody changed them. Epoch ms. */
export interface Period {
  readonly rules: readonly Rule[];
  /** Whether quiet hours or a limit of messages let alerts wait for long. */
  readonly holds: boolean;
  /** Known to be in force from here on; -Infinity before the first change. */
  readonly fromMs: number;
  /** When somebody began to change it; Infinity while it goes on. */
  readonly toMs: number;
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
  /** Traded so often between the same wallets that the bot counts its trades from the third on. */
  readonly washed: boolean;
  /** Whether it is such a third trade or a later one. */
  readonly counted: boolean;
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
  const repeated = [...trades.values()].filter(({ length }) => length >= WASHED_FROM);
  const washed = new Set(repeated.flat());
  const counted = new Set(repeated.flatMap((trade) => trade.slice(WASHED_FROM - 1)));
  return shown.flatMap((record): Unit[] => {
    const kind = TOLD_AS[record.kind];
    const item = itemOf(record);
    const moves = kind === 'transfer' || kind === 'mint';
    const soldAtMs = moves ? handovers.get(`${record.txHash} ${item}`) : undefined;
    if (kind === undefined || (soldAtMs !== undefined && soldAtMs <= record.shownAtMs)) return [];
    const together = groups.get(groupOf(record)) ?? [record];
    return [
      {
        kind,
        record,
        item,
        together,
        optional: soldAtMs !== undefined,
        washed: washed.has(record),
        counted: counted.has(record),
      },
    ];
  });
}

type RankOf = (record: LedgerRecord) => number | null;

/** Whether a rule's filter lets the unit through; `rankOf` answers `null` for a token that is not ranked. */
function filterFits(filter: RuleFilter, { record, together, washed }: Unit, rankOf: RankOf): boolean {
  const { priceFrom, priceTo, rankAtMost, onlyWallets = [], notWallets = [] } = filter;
  const isOpen =
    [priceFrom, priceTo, rankAtMost].every((bound) => bound === undefined) &&
    onlyWallets.length + notWallets.length === 0;
  if (isOpen) return true;
  if (washed) return false;
  const parties = ({ seller, buyer }: LedgerRecord) => [seller, buyer].filter((wallet) => wallet !== null);
  const told = record.kind === 'sale' && together.length >= SWEEP_FROM ? together : [record];
  const left = told.filter(
    (one) =>
      (rankAtMost === undefined || (rankOf(one) ?? Number.POSITIVE_INFINITY) <= rankAtMost) &&
      (onlyWallets.length === 0 || parties(one).some((wallet) => onlyWallets.includes(wallet))) &&
      !parties(one).some((wallet) => notWallets.includes(wallet)),
  );
  const within = (price: bigint): boolean =>
    (priceFrom === undefined || price >= priceFrom) && (priceTo === undefined || price <= priceTo);
  if (priceFrom === undefined && priceTo === undefined) return left.length > 0;
  const prices = left.flatMap(({ price }) => price ?? []);
  return prices.some(within) || (prices.length > 0 && within(prices.reduce((sum, one) => sum + one, 0n)));
}

/** Whether one of the rules asks for it; `null` where that depends on what only the bot knows. */
function fits(rules: readonly Rule[], unit: Unit, rankOf: RankOf): boolean | null {
  const asking = rules.filter(
    ({ kinds, collections }) =>
      kinds.includes(unit.kind) && (collections === null || collections.includes(unit.record.collection)),
  );
  if (asking.some(({ filter }) => filter !== null && filterFits(filter, unit, rankOf))) return true;
  return asking.some(({ filter }) => filter === null) ? null : false;
}

/** When the bot read a unit, and by when it had matched it. Epoch ms; Infinity while it has not. */
export interface Read {
  readonly readAtMs: number;
  readonly matchedByMs: number;
}

/**
 * Whether a unit is owed to a channel: `open` where somebody changed the rules while it was on its way, `unknown` where only
 * the bot knows what fits.
 */
export type Owed = 'owed' | 'open' | 'unknown' | 'no';

/**
 * Holds a unit against what its channel asked for when the bot matched it.
 */
export function owedTo(
  periods: readonly Period[],
  unit: Unit,
  { readAtMs, matchedByMs }: Read,
  rankOf: RankOf,
): Owed {
  if (unit.optional) return 'no';
  const inForce = periods.filter(
    (_period, place) =>
      (periods[place - 1]?.toMs ?? Number.NEGATIVE_INFINITY) < matchedByMs &&
      readAtMs <= (periods[place + 1]?.fromMs ?? Number.POSITIVE_INFINITY),
  );
  const verdicts = inForce.map(({ rules }) => fits(rules, unit, rankOf));
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === true)) return 'owed';
  if (verdicts.includes(null)) return 'unknown';
  return verdicts.includes(true) ? 'open' : 'no';
}
