import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import type { TokenSuggestion } from '#src/marketplace/suggestion-cache.ts';

/**
 * Cached marketplace data for autocomplete. Reads are synchronous and never fail; missing data is fetched in the
 * background for the next keystroke.
 */
export interface Suggestions {
  traits(collection: Address): readonly TraitType[];
  /** Returns the known tokens of the collection, in no order. */
  tokens(collection: Address): readonly TokenSuggestion[];
  tokenName(collection: Address, tokenId: TokenId): string | null;
  /** Returns running auctions by their end, then the others, newest first. */
  auctions(): readonly Auction[];
}
