import type { Address } from '../../domain/address.ts';
import type { MarketAlert, SoldItem } from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import { type Memory, rememberedStory } from '../../domain/price-story.ts';
import type { Trade, TradeHistory } from '../../domain/trade.ts';
import type { Wei } from '../../domain/wei.ts';
import type { Finding } from './detect/happening.ts';
import { earlierTrades, higher } from './earlier-trades.ts';

type Highest = ReadonlyMap<Address, Wei | null>;

function highestOf(histories: ReadonlyMap<string, TradeHistory>, tokens: readonly SoldItem[]): Highest {
  const highest = new Map<Address, Wei | null>();
  for (const { collection, tokenId } of tokens) {
    const told = histories.get(tokenKey(collection, tokenId))?.highest ?? null;
    highest.set(collection, higher(highest.get(collection) ?? null, told));
  }
  return highest;
}

/** The items of which a price is told beside what had been paid. A storm has no such story: its price is no market's. */
export function storiedItems(alert: MarketAlert): readonly SoldItem[] {
  if (alert.type === 'sweep') return alert.items;
  return alert.type === 'sale' || alert.type === 'listing' ? [alert.item] : [];
}

function withItems(alert: MarketAlert, change: (item: SoldItem, position: number) => SoldItem): MarketAlert {
  if (alert.type === 'sweep') return { ...alert, items: alert.items.map(change) };
  return alert.type === 'sale' || alert.type === 'listing'
    ? { ...alert, item: change(alert.item, 0) }
    : alert;
}

/**
 * Gives sales, sweeps and listings the part of their story that memory tells: what the seller had paid, and whether anything
 * of the collection is remembered to have cost more.
 *
 * @param findings of one look, in the order in which they happened
 * @param trades all of this look's trades in that order, those folded into storms included
 * @param histories by `tokenKey`, from before this look
 */
export function tellStories(
  findings: readonly Finding[],
  trades: readonly Trade[],
  histories: ReadonlyMap<string, TradeHistory>,
): readonly MarketAlert[] {
  const highest = highestOf(
    histories,
    findings.flatMap(({ alert }) => storiedItems(alert)),
  );
  const earlier = earlierTrades(trades);

  /** What was before the item: of this look only what stands before its own trade. */
  function memoryFor(item: SoldItem, own: Trade | undefined, at: number): Memory {
    const { collection, tokenId } = item;
    const lately = earlier(item, { own, at });
    const before = histories.get(tokenKey(collection, tokenId))?.trades ?? [];
    return {
      trades: [...lately.trades, ...before.filter((trade) => trade.at <= at)],
      highest: higher(highest.get(collection) ?? null, lately.highest),
    };
  }

  return findings.map((finding) =>
    withItems(finding.alert, (item, position) => {
      const memory = memoryFor(item, finding.trades[position], finding.alert.occurredAt);
      return { ...item, story: rememberedStory(item, memory) };
    }),
  );
}
