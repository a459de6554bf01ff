import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { RepeatTradesAlert, SaleAlert, SoldItem } from './alert.ts';
import { newRepeatTradesAlert, repeatTradesPrefix } from './kinds/repeat-trades.ts';
import { tokenKey } from './missing-details.ts';
import { REPEAT_WINDOW_SECONDS, repeatsAmong, walletsOf } from './repeat-rule.ts';
import type { Trade } from './trade.ts';

/** Saved trades of one token and its collection before a sale. */
export interface TradeHistory {
  /** The token's trades, newest first: at most 500 of the last 24 hours, and at least its newest one. */
  readonly trades: readonly Trade[];
  /**
   * The current states of the token's repeat trades (`repeat-trades:<collection>-<tokenId>:…`), in any order; at least
   * those whose latest trade (`occurredAt`) is within 24 hours before the newest trade. Only they contain the count,
   * because they may include more trades than are saved.
   */
  readonly repeatTrades: readonly RepeatTradesAlert[];
  /** The highest saved price of the collection, wei. */
  readonly highest: Wei | null;
}

/** A trade with the data for its alert. */
export interface TradeToAnnounce extends Pick<SaleAlert, 'item' | 'buyer' | 'txHash'> {
  readonly trade: Trade;
}

function isBetween(trade: Trade, wallets: readonly [Address, Address]): boolean {
  const pair = walletsOf(trade);
  return pair !== null && pair[0] === wallets[0] && pair[1] === wallets[1];
}

/**
 * Returns whether the trade continues the repeat trades: same wallets, and less than a day before or after them. A
 * later one starts new repeat trades.
 */
export function continuesRepeatTrades(repeatTrades: RepeatTradesAlert, trade: Trade): boolean {
  const withinDay =
    trade.at > repeatTrades.since - REPEAT_WINDOW_SECONDS &&
    trade.at < repeatTrades.occurredAt + REPEAT_WINDOW_SECONDS;
  return withinDay && isBetween(trade, repeatTrades.wallets);
}

/** Keeps the details of the latest trade's token that were looked up earlier. */
function keepLookedUpFacts(item: SoldItem, before: SoldItem): SoldItem {
  return {
    ...item,
    collectionName: item.collectionName ?? before.collectionName,
    tokenName: before.tokenName ?? item.tokenName,
    image: before.image ?? item.image,
    rarity: item.rarity ?? before.rarity,
    attributes: item.attributes.length > 0 ? item.attributes : before.attributes,
    priceContext: item.priceContext ?? before.priceContext,
  };
}

/** Adds a trade. The alert shows the trade with the latest time, which need not be the one added last. */
export function addTrade(repeatTrades: RepeatTradesAlert, traded: TradeToAnnounce): RepeatTradesAlert {
  const { at, price } = traded.trade;
  return {
    ...repeatTrades,
    count: repeatTrades.count + 1,
    since: Math.min(repeatTrades.since, at),
    volume: repeatTrades.volume + (price ?? 0n),
    ...(at >= repeatTrades.occurredAt && {
      item: keepLookedUpFacts(traded.item, repeatTrades.item),
      buyer: traded.buyer,
      txHash: traded.txHash,
      occurredAt: at,
    }),
  };
}

function byTime(a: Trade, b: Trade): number {
  return a.at - b.at || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/**
 * Starts repeat trades with this trade, or returns `null` if there are too few. All trades of the two wallets within a
 * day of this one count, posted or not. None of them belongs to earlier repeat trades, because this trade would then
 * continue those. The live message key contains the key of the first trade; the first alert has the same key.
 *
 * @param traded continues no existing repeat trades (`continuesRepeatTrades`)
 * @param earlier saved trades of the token in any order, without this one
 */
export function startRepeatTrades(
  traded: TradeToAnnounce,
  earlier: readonly Trade[],
): RepeatTradesAlert | null {
  const { trade, item } = traded;
  const wallets = walletsOf(trade);
  if (wallets === null) return null;
  const others = earlier.filter(
    (one) => Math.abs(one.at - trade.at) < REPEAT_WINDOW_SECONDS && isBetween(one, wallets),
  );
  const members = [...others, trade].sort(byTime);
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined || repeatsAmong(members).size === 0) return null;
  const topic = `${repeatTradesPrefix(tokenKey(item.collection, item.tokenId))}${wallets[0]}:${wallets[1]}:${first.key}`;
  return newRepeatTradesAlert({
    key: topic,
    liveKey: topic,
    item,
    buyer: traded.buyer,
    wallets,
    count: members.length,
    since: first.at,
    volume: members.reduce((sum, { price }) => sum + (price ?? 0n), 0n),
    txHash: traded.txHash,
    occurredAt: last.at,
  });
}
