import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { AlertKind, FeedKind } from './kind-counts.ts';

/** What the wallets of a rule have to be. */
export type WalletRole = 'seller' | 'buyer';

/** Conditions of a rule besides its kinds and collections. */
export interface RuleFilter {
  /** Wei. */
  readonly priceFrom?: bigint;
  readonly priceTo?: bigint;
  readonly rankAtMost?: number;
  /** Lower-case addresses. */
  readonly onlyWallets?: readonly string[];
  /** Left out for any. */
  readonly walletRole?: WalletRole;
  /** Token ids. */
  readonly tokens?: readonly string[];
  readonly notWallets?: readonly string[];
}

/** What a channel asks for. */
export interface Rule {
  readonly kinds: readonly AlertKind[];
  /** Addresses, or `null` for all. */
  readonly collections: readonly string[] | null;
  /**
   * `null` for a filter whose outcome only the bot knows (the floor at the time of its poll): nothing is
   * expected then.
   */
  readonly filter: RuleFilter | null;
  /** Wallets of which one is told when it is outbid. */
  readonly outbid?: readonly string[];
  /** Wallets of which one is told when it wins an auction. */
  readonly won?: readonly string[];
}

/** The rules of a channel over an interval without changes. Epoch ms. */
export interface Period {
  readonly rules: readonly Rule[];
  /** Whether quiet hours or a message limit may delay alerts for long. */
  readonly delaysAlerts: boolean;
  /** Whether what becomes of an auction is only edited into its first message. */
  readonly cardOnly?: boolean;
  /** In force from here on; -Infinity before the first change. */
  readonly fromMs: number;
  /** When a user began to change it; Infinity while it is in force. */
  readonly toMs: number;
}

/** One record that leads to an alert of one of the feed's kinds. */
export interface AlertUnit {
  readonly kind: FeedKind;
  readonly record: LedgerRecord;
  /** `collection/tokenId`. */
  readonly item: string;
  /** The records of one buyer or receiver in the same transaction, including this one. */
  readonly inTransaction: readonly LedgerRecord[];
  /** A transfer whose sale appeared in the feed later: an alert is allowed, but not expected. */
  readonly optional: boolean;
  /** Part of repeat trades between two wallets, which the bot summarises from the third trade on. */
  readonly repeatTraded: boolean;
  /** Whether it is the third such trade or a later one. */
  readonly counted: boolean;
}

const ALERT_KIND_OF: Readonly<Partial<Record<LedgerRecord['kind'], FeedKind>>> = {
  sale: 'sale',
  listing: 'listing',
  listing_updated: 'listing',
  offer: 'offer',
  collection_offer: 'offer',
  transfer: 'transfer',
  mint: 'mint',
  burn: 'burn',
};
/** Trades of a token between two wallets are repeat trades from this one on. */
const REPEAT_TRADES_FROM = 3;
/** As many sales in one transaction are announced as one sweep. */
export const SWEEP_FROM = 3;

const itemOf = ({ collection, tokenId }: LedgerRecord): string => `${collection}/${tokenId}`;
const pairOf = ({ seller, buyer }: LedgerRecord): string =>
  (seller ?? '') < (buyer ?? '') ? `${seller} ${buyer}` : `${buyer} ${seller}`;
const groupOf = ({ kind, txHash, activityId, buyer }: LedgerRecord): string =>
  txHash === null ? activityId : `${kind} ${txHash} ${buyer}`;

/**
 * Records that the feed showed after the start and that lead to alerts. A transfer that belongs to a sale leads
 * to none, unless the feed showed the sale later.
 */
export function alertUnitsOf(ledger: readonly LedgerRecord[]): readonly AlertUnit[] {
  const shown = ledger.filter(({ history }) => !history);
  const saleTimes = new Map(
    shown
      .filter(({ kind, txHash }) => txHash !== null && (kind === 'sale' || kind.startsWith('auction_')))
      .map((record) => [`${record.txHash} ${itemOf(record)}`, record.shownAtMs]),
  );
  const groups = Map.groupBy(shown, groupOf);
  const trades = Map.groupBy(
    ledger.filter(({ kind }) => kind === 'sale'),
    (record) => `${itemOf(record)} ${pairOf(record)}`,
  );
  const repeated = [...trades.values()].filter(({ length }) => length >= REPEAT_TRADES_FROM);
  const repeatTraded = new Set(repeated.flat());
  const counted = new Set(repeated.flatMap((trade) => trade.slice(REPEAT_TRADES_FROM - 1)));
  return shown.flatMap((record): AlertUnit[] => {
    const kind = ALERT_KIND_OF[record.kind];
    const item = itemOf(record);
    const moves = kind === 'transfer' || kind === 'mint' || kind === 'burn';
    const soldAtMs = moves ? saleTimes.get(`${record.txHash} ${item}`) : undefined;
    if (kind === undefined || (soldAtMs !== undefined && soldAtMs <= record.shownAtMs)) return [];
    const inTransaction = groups.get(groupOf(record)) ?? [record];
    return [
      {
        kind,
        record,
        item,
        inTransaction,
        optional: soldAtMs !== undefined,
        repeatTraded: repeatTraded.has(record),
        counted: counted.has(record),
      },
    ];
  });
}

type RankOf = (record: LedgerRecord) => number | null;

/** Whether a rule's filter matches the unit; `rankOf` returns `null` for a token without a rank. */
function filterMatches(
  filter: RuleFilter,
  { record, inTransaction, repeatTraded }: AlertUnit,
  rankOf: RankOf,
): boolean {
  const { priceFrom, priceTo, rankAtMost, tokens, walletRole, onlyWallets = [], notWallets = [] } = filter;
  const isOpen =
    [priceFrom, priceTo, rankAtMost, tokens].every((bound) => bound === undefined) &&
    onlyWallets.length + notWallets.length === 0;
  if (isOpen) return true;
  if (repeatTraded) return false;
  const parties = ({ seller, buyer }: LedgerRecord) => [seller, buyer].filter((wallet) => wallet !== null);
  const asked = (one: LedgerRecord) =>
    walletRole === undefined ? parties(one) : [one[walletRole]].filter((wallet) => wallet !== null);
  const considered = record.kind === 'sale' && inTransaction.length >= SWEEP_FROM ? inTransaction : [record];
  const matching = considered.filter(
    (one) =>
      (rankAtMost === undefined || (rankOf(one) ?? Number.POSITIVE_INFINITY) <= rankAtMost) &&
      (tokens === undefined || (one.tokenId !== null && tokens.includes(one.tokenId))) &&
      (onlyWallets.length === 0 || asked(one).some((wallet) => onlyWallets.includes(wallet))) &&
      !parties(one).some((wallet) => notWallets.includes(wallet)),
  );
  const within = (price: bigint): boolean =>
    (priceFrom === undefined || price >= priceFrom) && (priceTo === undefined || price <= priceTo);
  if (priceFrom === undefined && priceTo === undefined) return matching.length > 0;
  const prices = matching.flatMap(({ price }) => price ?? []);
  return prices.some(within) || (prices.length > 0 && within(prices.reduce((sum, one) => sum + one, 0n)));
}

/** Whether one of the rules matches; `null` where that depends on what only the bot knows. */
function rulesMatch(rules: readonly Rule[], unit: AlertUnit, rankOf: RankOf): boolean | null {
  const applicable = rules.filter(
    ({ kinds, collections }) =>
      kinds.includes(unit.kind) && (collections === null || collections.includes(unit.record.collection)),
  );
  if (applicable.some(({ filter }) => filter !== null && filterMatches(filter, unit, rankOf))) return true;
  return applicable.some(({ filter }) => filter === null) ? null : false;
}

/** When the bot read a unit, and by when it had matched it. Epoch ms; Infinity while it has not. */
export interface ReadTimes {
  readonly readAtMs: number;
  readonly matchedByMs: number;
}

/**
 * Whether an alert is expected: `open` where the rules were being changed meanwhile, `unknown` where only the
 * bot knows what matches.
 */
export type Expectation = 'expected' | 'open' | 'unknown' | 'no';

/** Whether an alert for the unit is expected under the rules that were in force when the bot matched it. */
export function expectationOf(
  periods: readonly Period[],
  unit: AlertUnit,
  { readAtMs, matchedByMs }: ReadTimes,
  rankOf: RankOf,
): Expectation {
  if (unit.optional) return 'no';
  const inForce = periods.filter(
    (_period, place) =>
      (periods[place - 1]?.toMs ?? Number.NEGATIVE_INFINITY) < matchedByMs &&
      readAtMs <= (periods[place + 1]?.fromMs ?? Number.POSITIVE_INFINITY),
  );
  const outcomes = inForce.map(({ rules }) => rulesMatch(rules, unit, rankOf));
  if (outcomes.length > 0 && outcomes.every((outcome) => outcome === true)) return 'expected';
  if (outcomes.includes(null)) return 'unknown';
  return outcomes.includes(true) ? 'open' : 'no';
}
