import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';

const COLLECTIONS = 10_000;
const WALLETS = 500_000;
const TRAIT_TYPES = 8;
const TRAIT_VALUES = 100;
const GWEI = 10n ** 9n;

/** An address as a flat string, a new object each time, as from a parser. */
function addressOf(family: number, number: number): Address {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32BE(Math.imul(number + 1, 0x9e3779b1) >>> 0, 0);
  bytes.writeUInt32BE(Math.imul(number + 7, 0x85ebca6b) >>> 0, 8);
  bytes.writeUInt32BE(number, 12);
  bytes.writeUInt32BE(family, 16);
  return `0x${bytes.toString('hex')}`;
}

/** Random values for rules and alerts. */
export interface Market {
  readonly random: () => number;
  below(limit: number): number;
  /** Some collections are much more frequent than others. */
  collection(): Address;
  wallet(): Address;
  trait(): { readonly type: string; readonly value: string };
  /** Between 0.01 and 100 coins, log-uniform; wei. */
  price(): Wei;
}

/** @param random in [0, 1) */
export function createMarket(random: () => number): Market {
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    random,
    below,
    collection: () => addressOf(0xc0, Math.floor(random() ** 1.5 * COLLECTIONS)),
    wallet: () => addressOf(0xa0, below(WALLETS)),
    trait: () => ({ type: `trait ${below(TRAIT_TYPES)}`, value: `value ${below(TRAIT_VALUES)}` }),
    price: () => BigInt(Math.floor(10 ** (7 + random() * 4))) * GWEI,
  };
}
