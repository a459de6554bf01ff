import { addressOf } from '../random/hex.ts';
import type { Random } from '../random/random.ts';

const WALLETS = 6000;

/** The wallets of the world. A few are very active, most hold one or two tokens. */
export interface Wallets {
  /** A wallet among the `reach` that trade in a collection, active ones more often. */
  some(collection: string, reach: number, random: Random): string;
}

/** The same seed gives the same wallets. */
export function createWallets(seed: number): Wallets {
  const known = new Map<number, string>();
  const wallet = (index: number): string => {
    const address = known.get(index) ?? addressOf(`${seed}:wallet:${index}`);
    known.set(index, address);
    return address;
  };
  return {
    some(collection, reach, random) {
      const offset = Number.parseInt(collection.slice(2, 10), 16);
      return wallet((offset + Math.floor(reach * random.next() ** 2.4)) % WALLETS);
    },
  };
}
