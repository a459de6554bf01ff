import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';

/** Identifies a token in maps. */
export const tokenKey = (collection: Address, tokenId: TokenId): string => `${collection}-${tokenId}`;

/** Details of an alert that were not looked up yet. Their absence proves nothing. */
export interface MissingDetails {
  /** Tokens without rank and traits, by `tokenKey`. */
  readonly tokens: readonly string[];
  /** Collections without a floor. */
  readonly collections: readonly Address[];
}

/** Everything was looked up, so an absent value does not exist. */
export const NO_MISSING_DETAILS: MissingDetails = { tokens: [], collections: [] };

/** Whether a detail was not looked up yet. */
export interface PendingLookups {
  token(collection: Address, tokenId: TokenId): boolean;
  floor(collection: Address): boolean;
}

/** Nothing was looked up yet. */
export const ALL_PENDING: PendingLookups = { token: () => true, floor: () => true };
/** Everything was looked up. */
export const NONE_PENDING: PendingLookups = { token: () => false, floor: () => false };

/** Creates predicates for `MissingDetails`. */
export function pendingLookups({ tokens, collections }: MissingDetails): PendingLookups {
  if (tokens.length === 0 && collections.length === 0) return NONE_PENDING;
  const [openTokens, openCollections] = [new Set(tokens), new Set(collections)];
  return {
    token: (collection, tokenId) => openTokens.has(tokenKey(collection, tokenId)),
    floor: (collection) => openCollections.has(collection),
  };
}
