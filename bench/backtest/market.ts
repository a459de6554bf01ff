import type { Trade } from '#src/alerts/trade.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { address } from '../../test/support/build-activity.ts';

const COLLECTIONS = 200;
const TOKENS = 2_000;
const WALLETS = 20_000;
const FINNEY = 10n ** 15n;
/** Shares of trades: of one buyer's sweep, and between two wallets that trade one token again and again. */
const SWEPT = 0.1;
const REPEATED = 0.02;
const SWEEP_SIZE = 5;

export const DAYS = 30;
export const COLLECTION = address(1);

/** Sales of 30 days in chronological order: a fifth of one collection, sweeps, and repeat trades. */
export function* tradesOfMarket(count: number, to: number, random: () => number): Generator<Trade> {
  const pick = (most: number): number => Math.floor(random() * most);
  let swept = 0;
  let sweep = '';
  let buyer = address(0);
  let at = to - DAYS * DAY_SECONDS;
  for (let number = 0; number < count; number += 1) {
    if (swept > 0) swept -= 1;
    else {
      at = to - Math.floor(((count - number) * DAYS * DAY_SECONDS) / count);
      buyer = address(10_000 + pick(WALLETS));
      if (random() < SWEPT / SWEEP_SIZE) {
        swept = SWEEP_SIZE - 1;
        sweep = `sweep-${number}`;
      }
    }
    const isRepeated = random() < REPEATED;
    const isInSweep = swept > 0 || sweep === `sweep-${number}`;
    yield {
      key: `log:0x${number.toString(16).padStart(64, '0')}:${number % 400}:0:sale`,
      collection: isRepeated || random() < 0.2 ? COLLECTION : address(1 + pick(COLLECTIONS)),
      tokenId: String(isRepeated ? pick(5) : pick(TOKENS)),
      seller: isRepeated ? address(1) : address(10_000 + pick(WALLETS)),
      buyer: isRepeated ? address(2) : buyer,
      price: BigInt(10 + pick(5_000)) * FINNEY,
      quantity: 1n,
      at,
      ...(isInSweep ? { soldIn: sweep } : {}),
    };
  }
}
