import type { Address } from './address.ts';
import type { SaleAlert, SoldItem, StormAlert } from './alert.ts';
import { tokenKey } from './alert-filter.ts';
import type { Trade } from './trade.ts';

/** So many trades of one token between the same two wallets within a day are a storm. */
const STORM_MINIMUM = 3;
/** After so many seconds of quiet a storm is over; the next trade is told by itself again. */
const DAY = 86_400;

/** One trade as it is told: what was sold, and to whom. */
export interface ToldTrade extends Pick<SaleAlert, 'item' | 'buyer' | 'txHash'> {
  readonly trade: Trade;
}

/** The two wallets in the order of their text; `null` where one is not told. */
function pairOf({ seller, buyer }: Pick<Trade, 'seller' | 'buyer'>): readonly [Address, Address] | null {
  if (seller === null || buyer === null) return null;
  return seller < buyer ? [seller, buyer] : [buyer, seller];
}

function isBetween(trade: Trade, wallets: readonly [Address, Address]): boolean {
  const pair = pairOf(trade);
  return pair !== null && pair[0] === wallets[0] && pair[1] === wallets[1];
}

/** Whether the trade goes on with the storm: between its wallets, and less than a day from it on either side. */
export function belongsTo(storm: StormAlert, trade: Trade): boolean {
  const inReach = trade.at > storm.since - DAY && trade.at < storm.occurredAt + DAY;
  return inReach && isBetween(trade, storm.wallets);
}

/** The latest trade's token with what an earlier look had found out about it. */
function withKnownFacts(item: SoldItem, before: SoldItem): SoldItem {
  return {
    ...item,
    collectionName: item.collectionName ?? before.collectionName,
    tokenName: before.tokenName ?? item.tokenName,
    image: before.image ?? item.image,
    rarity: item.rarity ?? before.rarity,
    attributes: item.attributes.length > 0 ? item.attributes : before.attributes,
    story: item.story ?? before.story,
  };
}

/** The storm with one more trade; it shows the latest one, which need not be the one that came last. */
export function withTrade(storm: StormAlert, told: ToldTrade): StormAlert {
  const { at, price } = told.trade;
  return {
    ...storm,
    count: storm.count + 1,
    since: Math.min(storm.since, at),
    volume: storm.volume + (price ?? 0n),
    ...(at >= storm.occurredAt && {
      item: withKnownFacts(told.item, storm.item),
      buyer: told.buyer,
      txHash: told.txHash,
      occurredAt: at,
    }),
  };
}

function byTime(a: Trade, b: Trade): number {
  return a.at - b.at || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** Whether some three of them in a row, in the order of time, lie within a day. */
function gather(ordered: readonly Trade[]): boolean {
  return ordered.some((trade, position) => {
    const third = ordered[position + STORM_MINIMUM - 1];
    return third !== undefined && third.at - trade.at < DAY;
  });
}

/**
 * The storm that begins with this trade, or `null` while it is none. It counts all trades of the pair within a day of this
 * one, whether they were told or not; an earlier storm has none of them, or this trade would go on with it. It is named for
 * ever by the first of them, and its first alert has the topic's name as its key.
 *
 * @param told belongs to no storm so far (`belongsTo`)
 * @param earlier what is remembered of the token, in any order, this trade not among it
 */
export function stormFrom(told: ToldTrade, earlier: readonly Trade[]): StormAlert | null {
  const { trade, item } = told;
  const wallets = pairOf(trade);
  if (wallets === null) return null;
  const others = earlier.filter((one) => Math.abs(one.at - trade.at) < DAY && isBetween(one, wallets));
  const members = [...others, trade].sort(byTime);
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined || !gather(members)) return null;
  const topic = `storm:${tokenKey(item.collection, item.tokenId)}:${wallets[0]}:${wallets[1]}:${first.key}`;
  return {
    type: 'storm',
    kind: 'sale',
    key: topic,
    topic,
    item,
    buyer: told.buyer,
    wallets,
    count: members.length,
    since: first.at,
    volume: members.reduce((sum, { price }) => sum + (price ?? 0n), 0n),
    txHash: told.txHash,
    occurredAt: last.at,
  };
}
