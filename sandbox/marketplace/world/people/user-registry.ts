import type { CollectionMarket } from '../collection-market.ts';
import { type WorldEvent, ZERO_ADDRESS } from '../model.ts';
import { createNames, type ServiceName } from './names.ts';
import { profileAt, type UserDetails } from './user-details.ts';

/** A wallet that the marketplace knows. */
export interface User {
  readonly address: string;
  readonly name: ServiceName | undefined;
  readonly person: UserDetails;
  /** Wei. */
  readonly bought: bigint;
  /** Wei. */
  readonly sold: bigint;
}

/** Every wallet that ever owned, sold, bought, bid or offered anything. */
export interface UserRegistry {
  /** By address in any case, or by name. */
  find(identifier: string): User | undefined;
  apply(event: WorldEvent): void;
}

export function createUserRegistry(collections: readonly CollectionMarket[]): UserRegistry {
  const known = new Set(collections.flatMap(({ owners, profile }) => [...owners.keys(), profile.owner]));
  const names = createNames(collections, known);
  const bought = new Map<string, bigint>();
  const sold = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, address: string | null, amount: bigint): void => {
    if (address !== null) sums.set(address, (sums.get(address) ?? 0n) + amount);
  };
  return {
    find(identifier) {
      const text = identifier.toLowerCase();
      const address = known.has(text) ? text : names.owner(text);
      if (address === undefined) return undefined;
      return {
        address,
        name: names.of(address),
        person: profileAt(address),
        bought: bought.get(address) ?? 0n,
        sold: sold.get(address) ?? 0n,
      };
    },
    apply({ kind, from, to, price }) {
      for (const address of [from, to]) if (address !== null && address !== ZERO_ADDRESS) known.add(address);
      if (price === null || to === null || (kind !== 'sale' && kind !== 'auction_settled')) return;
      add(sold, from, price);
      add(bought, to, price);
    },
  };
}
