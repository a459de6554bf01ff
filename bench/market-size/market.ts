import type { Address } from '#src/chain/address.ts';
import type { CollectionReading } from '#src/marketplace/market-point.ts';
import { address } from '../../test/support/build-activity.ts';

const FINNEY = 10n ** 15n;
/** Changes a day: of the quietest collection, and of a busy one, which changes in every ten minutes. */
const FEWEST = 1;
const MOST = 144;
/** The share of collections that change `MOST` times is this by `MOST`; three changes a day on average. */
const BUSY_SHARE = 0.4;
/** Shares of changes: a sale; of sales, one whose price has all digits, as a bid in another unit has. */
const SALES = 0.4;
const ODD_PRICES = 0.1;
const MOVE = 0.03;

/** A collection whose floor, listings, owners and volume change at random. */
export interface MovingCollection {
  readonly address: Address;
  readonly changesADay: number;
  /** Changes something; returns how the collection stands then. */
  change(): CollectionReading;
}

/** @param share of all collections that are busier, 0 to 1 */
const changesOf = (share: number): number => Math.min(MOST, Math.max(FEWEST, BUSY_SHARE / share));

function movingCollection(number: number, count: number, random: () => number): MovingCollection {
  let floor = BigInt(10 + Math.floor(random() * 5_000)) * FINNEY;
  let volume = floor * BigInt(Math.floor(random() * 20_000));
  let listed = Math.floor(random() * 1_000);
  let owners = 500 + Math.floor(random() * 5_000);
  return {
    address: address(number + 1),
    changesADay: changesOf((number + 0.5) / count),
    change() {
      if (random() < SALES) {
        const odd = random() < ODD_PRICES ? BigInt(Math.floor(random() * 1e15)) : 0n;
        volume += floor + odd;
        listed = Math.max(0, listed - 1);
        owners += Math.floor(random() * 3) - 1;
      } else {
        listed = Math.max(0, listed + (random() < 0.5 ? 1 : -1));
      }
      const moved = (floor / FINNEY) * BigInt(Math.round(1_000 * (1 + MOVE * (2 * random() - 1))));
      floor = moved < 10_000n ? 10n * FINNEY : (moved / 1_000n) * FINNEY;
      return { collection: this.address, floor, listed, owners, volume };
    },
  };
}

/** Collections of which few change often and most about once a day. */
export const movingMarket = (count: number, random: () => number): readonly MovingCollection[] =>
  Array.from({ length: count }, (_, number) => movingCollection(number, count, random));
