import { countSales } from '#src/alerts/counted-sales.ts';
import { descending, type PricedSale, salesByPrice } from '#src/alerts/sales-by-price.ts';
import { type Trade, volumeOf } from '#src/alerts/trade.ts';
import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { eachInSteps, type StepGenerator, sortInSteps } from '#src/chain/steps.ts';
import type { Wei } from '#src/chain/wei.ts';

/** Possible subjects of a ranking. Stored in custom ids by position, so only append. */
export const RANKED = ['buyers', 'sellers', 'sales'] as const;
export type Ranked = (typeof RANKED)[number];

/** A wallet with what it bought or sold. */
export interface Trader {
  readonly wallet: Address;
  readonly sales: number;
  /** Sum of the known prices in the chain's own coin, wei. */
  readonly volume: Wei;
}

/** The sales of a period, ranked. */
export interface Ranking {
  /** By volume, then by number of sales. */
  readonly buyers: readonly Trader[];
  readonly sellers: readonly Trader[];
  /** Most expensive first; the earlier first among equal prices. */
  readonly sales: readonly PricedSale[];
  /** Sales that count, with or without a price. */
  readonly counted: number;
  readonly volume: Wei;
  /** Sales without a known price in the chain's own coin. */
  readonly unpriced: number;
  /** Repeat trades, which do not count. */
  readonly repeated: number;
}

/** Sales processed in one step. */
const SALES_A_STEP = 50;

function* traders(sales: readonly Trade[], role: 'buyer' | 'seller'): StepGenerator<readonly Trader[]> {
  const byWallet = new Map<Address, Trader>();
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    const wallet = sale[role];
    if (wallet === null || wallet === ZERO_ADDRESS) return;
    const before = byWallet.get(wallet);
    byWallet.set(wallet, {
      wallet,
      sales: (before?.sales ?? 0) + 1,
      volume: (before?.volume ?? 0n) + (volumeOf(sale) ?? 0n),
    });
  });
  return yield* sortInSteps(
    [...byWallet.values()],
    (one, other) =>
      descending(one.volume, other.volume) || other.sales - one.sales || (one.wallet < other.wallet ? -1 : 1),
  );
}

/**
 * Ranks the sales of a period. Repeat trades between two wallets are left out (`countSales`). A wallet's volume
 * includes its share of tokens that were sold together; their prices are unknown, so they are no top sales.
 *
 * @param trades sales of the period and of `REPEAT_WINDOW_SECONDS` before and after it, in any order
 * @param period epoch seconds, `from` ≤ time < `to`
 */
export function* rankSales(
  trades: readonly Trade[],
  period: { readonly from: number; readonly to: number },
): StepGenerator<Ranking> {
  const { counted, repeated } = yield* countSales(trades, period);
  let [volume, unpriced] = [0n, 0];
  yield* eachInSteps(counted, SALES_A_STEP, (sale) => {
    const paid = volumeOf(sale);
    volume += paid ?? 0n;
    if (paid === null) unpriced += 1;
  });
  return {
    buyers: yield* traders(counted, 'buyer'),
    sellers: yield* traders(counted, 'seller'),
    sales: yield* salesByPrice(counted),
    counted: counted.length,
    volume,
    unpriced,
    repeated: repeated.length,
  };
}
