import type { Address } from './address.ts';
import { tokenKey } from './alert-filter.ts';
import type { TokenId } from './token-id.ts';

/** What of an alert's details was not looked up (yet), so that nothing may be concluded from its absence. */
export interface Lacking {
  /** Of these tokens, by `tokenKey`, neither rank nor traits are known. */
  readonly tokens: readonly string[];
  /** Of these collections the floor is not known. */
  readonly collections: readonly Address[];
}

/** Everything was looked up: what is not told is not there. */
export const NOTHING_LACKING: Lacking = { tokens: [], collections: [] };

/** Whether a detail is open. */
export interface OpenDetails {
  token(collection: Address, tokenId: TokenId): boolean;
  floor(collection: Address): boolean;
}

/** Before anything was looked up. */
export const ALL_OPEN: OpenDetails = { token: () => true, floor: () => true };
/** After everything was. */
export const NONE_OPEN: OpenDetails = { token: () => false, floor: () => false };

/** What is open where this is lacking. */
export function openDetails({ tokens, collections }: Lacking): OpenDetails {
  if (tokens.length === 0 && collections.length === 0) return NONE_OPEN;
  const [openTokens, openCollections] = [new Set(tokens), new Set(collections)];
  return {
    token: (collection, tokenId) => openTokens.has(tokenKey(collection, tokenId)),
    floor: (collection) => openCollections.has(collection),
  };
}
