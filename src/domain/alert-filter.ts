import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** Which collections a rule is about. `whitelisted`: all that the marketplace lists (marketplace-api: GET /api/collections). */
export type CollectionChoice =
  | { readonly type: 'every' }
  | { readonly type: 'whitelisted' }
  /** At least one, at most 25, sorted, each once. */
  | { readonly type: 'these'; readonly addresses: readonly Address[] };

export interface TraitChoice {
  /** Whether one of the traits is enough, or all are needed. */
  readonly mode: 'any' | 'all';
  /** At least one, at most 25. Compared without regard to case. */
  readonly traits: readonly { readonly type: string; readonly value: string }[];
}

/**
 * What an alert must be for a rule to tell it. `null` and an empty list leave a thing open; everything that is set must
 * hold. What an alert does not tell (a price in another coin, an unranked token) fails every test of it.
 */
export interface AlertFilter {
  readonly collections: CollectionChoice;
  /** Lowest and highest price, both included, wei. For auctions: the highest bid, else the starting price. */
  readonly priceFrom: Wei | null;
  readonly priceTo: Wei | null;
  /** At least so many percent below the floor, 1 to 99. */
  readonly belowFloorPercent: number | null;
  /** The rank or better (1 is the rarest). */
  readonly rankAtMost: number | null;
  readonly traits: TraitChoice | null;
  /** Only what one of these takes part in; and nothing that one of those takes part in. At most 25 each. */
  readonly onlyWallets: readonly Address[];
  readonly notWallets: readonly Address[];
  /** At least so many units of an ERC1155 token. */
  readonly quantityFrom: bigint | null;
}

/** Lets everything through. */
export const EVERYTHING: AlertFilter = {
  collections: { type: 'every' },
  priceFrom: null,
  priceTo: null,
  belowFloorPercent: null,
  rankAtMost: null,
  traits: null,
  onlyWallets: [],
  notWallets: [],
  quantityFrom: null,
};

/** A token by name, as maps key it. */
export const tokenKey = (collection: Address, tokenId: TokenId): string => `${collection}-${tokenId}`;
