import { ownedBy } from '#src/alerts/filters/owners.ts';
import { onlyWallets } from '#src/alerts/filters/wallets.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';

const isSameSet = (one: readonly Address[], other: readonly Address[]): boolean =>
  one.length === other.length && one.every((wallet) => other.includes(wallet));

/**
 * The rule for other wallets, where it is for exactly these; `null` for any other rule.
 * @param to at least one
 */
export function movedToWallets(
  { topics, filter, pingRoles }: Rule,
  from: readonly Address[],
  to: readonly Address[],
): Rule | null {
  const { wallets, owners } = filter;
  const isOfWallets = wallets !== undefined && isSameSet(wallets, from);
  const isOfOwners = owners !== undefined && isSameSet(owners, from);
  if (!isOfWallets && !isOfOwners) return null;
  return {
    topics,
    pingRoles,
    filter: { ...filter, ...(isOfWallets ? onlyWallets(to) : {}), ...(isOfOwners ? ownedBy(to) : {}) },
  };
}
