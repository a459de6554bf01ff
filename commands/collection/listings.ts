import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import type { OtherPrice } from '#src/marketplace/decode/named-coin.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { Token } from '#src/marketplace/resources/token.ts';

/** marketplace-api: user NFTs have pages of at most 100. */
const FULL_PAGE = 100;

type Listing = NonNullable<OwnedToken['listing']> & { readonly other: OtherPrice | null };

/** Reads the listings in one owner's list: the cheapest, up to a full page. */
async function listingsOf(
  owner: Address,
  collection: Address,
  lookups: Pick<Lookups, 'owned'>,
): Promise<readonly (readonly [TokenId, Listing])[]> {
  const query = { page: 1, limit: FULL_PAGE, collection, sort: 'listingPrice', listed: true } as const;
  const answer = await resultOrNull(lookups.owned(owner, query));
  return (answer?.value.items ?? []).flatMap((one) =>
    one.collection === collection && one.listed && one.listing !== null
      ? [[one.tokenId, { ...one.listing, other: one.inOtherCoins?.listing ?? null }]]
      : [],
  );
}

/**
 * Adds asking prices to tokens of one collection. The collection's list lacks them (marketplace-api: Token), but the
 * lists of the owners contain them. Expired listings are removed. If an owner's list is not available in time, the
 * token stays unchanged.
 * @param now epoch seconds
 */
export async function withListings(
  collection: Address,
  tokens: readonly Token[],
  now: number,
  lookups: Pick<Lookups, 'owned'>,
): Promise<readonly Token[]> {
  const owners = new Set(
    tokens.flatMap(({ listed, owner }) =>
      listed && owner !== null && owner !== ZERO_ADDRESS ? [owner] : [],
    ),
  );
  const found = await Promise.all([...owners].map((owner) => listingsOf(owner, collection, lookups)));
  const listings = new Map(found.flat());
  return tokens.map((token) => {
    const listing = token.listed ? listings.get(token.tokenId) : undefined;
    if (listing === undefined) return token;
    const expired = listing.expiresAt !== null && listing.expiresAt <= now;
    if (expired) return { ...token, listed: false, listingPrice: null };
    const other = token.inOtherCoins?.listing ?? listing.other;
    if (other === null) return { ...token, listingPrice: token.listingPrice ?? listing.price };
    const last = token.inOtherCoins?.last ?? null;
    return { ...token, listingPrice: null, inOtherCoins: { last, listing: other } };
  });
}
