import type { Address } from '#src/chain/address.ts';
import { eachInSteps, type StepGenerator } from '#src/chain/steps.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { repeatsAmong, walletsOf } from './repeat-rule.ts';
import type { Trade } from './trade.ts';

/** The sales of a period, split by whether they count. */
export interface CountedSales {
  /** In the order given. */
  readonly counted: readonly Trade[];
  /** Repeat trades, which count neither as sales nor as volume in recaps and charts. */
  readonly repeated: readonly Trade[];
}

/** Sales processed in one step. */
const SALES_A_STEP = 50;

/** Returns a key that repeat trades of a token share; `null` if a wallet is unknown. */
const walletsKeyOf = (sale: Trade): string | null => walletsOf(sale)?.join() ?? null;

function* byToken(sales: readonly Trade[]): StepGenerator<readonly (readonly Trade[])[]> {
  const collections = new Map<Address, Map<TokenId, Trade[]>>();
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    const tokens = collections.get(sale.collection) ?? new Map<TokenId, Trade[]>();
    const ofToken = tokens.get(sale.tokenId);
    if (ofToken === undefined) collections.set(sale.collection, tokens.set(sale.tokenId, [sale]));
    else ofToken.push(sale);
  });
  return [...collections.values()].flatMap((tokens) => [...tokens.values()]);
}

function* findRepeats(sales: readonly Trade[]): StepGenerator<ReadonlySet<Trade>> {
  const repeats = new Set<Trade>();
  for (const ofToken of yield* byToken(sales)) {
    yield;
    const inOrder = ofToken.toSorted((one, other) => one.at - other.at);
    // Nearly all tokens have too few sales for repeat trades, regardless of wallets.
    if (repeatsAmong(inOrder).size === 0) continue;
    const byWallets = Map.groupBy(inOrder, walletsKeyOf);
    byWallets.delete(null);
    for (const group of byWallets.values()) for (const sale of repeatsAmong(group)) repeats.add(sale);
  }
  return repeats;
}

/**
 * Decides which sales count in recaps and charts. Three or more sales of one token between the same two wallets, in
 * either direction, within less than 24 hours are repeat trades, and none of them counts. All others count, even if
 * their price or parties are unknown.
 *
 * @param sales sales of the period, and of `REPEAT_WINDOW_SECONDS` before and after it as far as they are known; in any
 * order
 * @param period epoch seconds, `from` ≤ time < `to`
 */
export function* countSales(
  sales: readonly Trade[],
  { from, to }: { readonly from: number; readonly to: number },
): StepGenerator<CountedSales> {
  const repeats = yield* findRepeats(sales);
  const counted: Trade[] = [];
  const repeated: Trade[] = [];
  yield* eachInSteps(sales, SALES_A_STEP, (sale) => {
    if (sale.at >= from && sale.at < to) (repeats.has(sale) ? repeated : counted).push(sale);
  });
  return { counted, repeated };
}
