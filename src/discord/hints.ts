import type { Address } from '../domain/address.ts';
import type { Auction } from '../domain/auction.ts';
import type { TraitType } from '../domain/collection.ts';
import type { TokenId } from '../domain/token-id.ts';

/** A token as it is suggested while somebody types. */
export interface TokenHint {
  readonly tokenId: TokenId;
  readonly name: string | null;
}

/**
 * What autocomplete knows of the marketplace, at once and from memory. What is not known yet is fetched behind the
 * scenes, so that the next keystroke has it; none of these ever waits or fails.
 */
export interface Hints {
  traits(collection: Address): readonly TraitType[];
  /** Tokens that were seen of the collection, in no order. */
  tokens(collection: Address): readonly TokenHint[];
  tokenName(collection: Address, tokenId: TokenId): string | null;
  /** Running ones by their end, then the others, the latest first. */
  auctions(): readonly Auction[];
}
