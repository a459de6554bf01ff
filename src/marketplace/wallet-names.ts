import { LRUCache } from 'lru-cache';
import type { Address } from '#src/chain/address.ts';
import type { Profile } from './resources/profile.ts';

const MAX_NAMES = 10_000;
/** Longer names are not kept. */
const MAX_LENGTH = 64;

/** Names of wallets from the public profiles that were looked up. In memory only; reading never sends a request. */
export interface WalletNames {
  get(address: Address): string | null;
  /** Learns a name. A profile without a name, or a private one, removes the known name. */
  learn(profile: Pick<Profile, 'address' | 'name' | 'isPrivate'>): void;
}

/** Keeps the 10,000 most recently used names. */
export function createWalletNames(): WalletNames {
  const names = new LRUCache<Address, string>({ max: MAX_NAMES });
  return {
    get: (address) => names.get(address) ?? null,
    learn({ address, name, isPrivate }) {
      if (isPrivate || name === null || name.length > MAX_LENGTH) names.delete(address);
      else names.set(address, name);
    },
  };
}
