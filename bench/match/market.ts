import type { Address } from '../../src/domain/address.ts';
import type { Wei } from '../../src/domain/wei.ts';

/** The market that the rules and the alerts are about. */
const COLLECTIONS = 10_000;
const WALLETS = 500_000;
const TRAIT_TYPES = 8;
const TRAIT_VALUES = 100;
const GWEI = 10n ** 9n;

/** The text of 20 bytes, flat as a parser leaves it, and another object each time. */
function addressOf(family: number, number: number): Address {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32BE(Math.imul(number + 1, 0x9e3779b1) >>> 0, 0);
  bytes.writeUInt32BE(Math.imul(number + 7, 0x85ebca6b) >>> 0, 8);
  bytes.writeUInt32BE(number, 12);
  bytes.writeUInt32BE(family, 16);
  return `0x${bytes.toString('hex')}`;
}

/** Draws what rules and alerts are made of. */
export interface Market {
  readonly random: () => number;
  below(limit: number): number;
  /** Some collections are traded, and followed, much more than others. */
  collection(): Address;
  wallet(): Address;
  trait(): { readonly type: string; readonly value: string };
  /** Between 0.01 and 100 coins, as often between 0.01 and 0.1 as between 10 and 100. */
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
