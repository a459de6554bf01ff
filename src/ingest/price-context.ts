import type { MarketAlert, SoldItem } from '#src/alerts/alert.ts';
import type { DetectedAlert } from '#src/alerts/detect/feed-event.ts';
import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { buildPriceContext, type PriceHistory } from '#src/alerts/price-context.ts';
import type { TradeHistory } from '#src/alerts/repeat-trades.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { earlierTrades, higher } from './earlier-trades.ts';

type Highest = ReadonlyMap<Address, Wei | null>;

function highestOf(histories: ReadonlyMap<string, TradeHistory>, tokens: readonly SoldItem[]): Highest {
  const highest = new Map<Address, Wei | null>();
  for (const { collection, tokenId } of tokens) {
    const highestKnown = histories.get(tokenKey(collection, tokenId))?.highest ?? null;
    highest.set(collection, higher(highest.get(collection) ?? null, highestKnown));
  }
  return highest;
}

/** Returns the items that get a price context. Repeat trades get none, because their prices are not market prices. */
export function pricedItems(alert: MarketAlert): readonly SoldItem[] {
  return marketKindOf(alert).pricedItems?.(alert) ?? [];
}

function withItems(alert: MarketAlert, change: (item: SoldItem, position: number) => SoldItem): MarketAlert {
  return marketKindOf(alert).withPricedItems?.(alert, change) ?? alert;
}

/**
 * Adds the price context from stored trades to sales, sweeps and listings: what the seller had paid, and whether the
 * price is the collection's highest stored one.
 *
 * @param detectedAlerts of one poll, in order of time
 * @param trades all trades of this poll in order of time, including grouped repeat trades
 * @param histories by `tokenKey`, from before this poll
 */
export function addPriceContext(
  detectedAlerts: readonly DetectedAlert<MarketAlert>[],
  trades: readonly Trade[],
  histories: ReadonlyMap<string, TradeHistory>,
): readonly MarketAlert[] {
  const highest = highestOf(
    histories,
    detectedAlerts.flatMap(({ alert }) => pricedItems(alert)),
  );
  const earlier = earlierTrades(trades);

  /** Returns the trades before the item; of this poll, only those before the item's own trade. */
  function priceHistoryFor(item: SoldItem, own: Trade | undefined, at: number): PriceHistory {
    const { collection, tokenId } = item;
    const recent = earlier(item, { own, at });
    const before = histories.get(tokenKey(collection, tokenId))?.trades ?? [];
    return {
      trades: [...recent.trades, ...before.filter((trade) => trade.at <= at)],
      highest: higher(highest.get(collection) ?? null, recent.highest),
    };
  }

  return detectedAlerts.map((detected) =>
    withItems(detected.alert, (item, position) => {
      const priceHistory = priceHistoryFor(item, detected.trades[position], detected.alert.occurredAt);
      return { ...item, priceContext: buildPriceContext(item, priceHistory) };
    }),
  );
}
