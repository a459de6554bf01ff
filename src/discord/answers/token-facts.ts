import type { Auction } from '../../domain/auction.ts';
import type { Dated } from '../../domain/dated.ts';
import type { OwnedToken } from '../../domain/profile.ts';
import type { Token } from '../../domain/token.ts';
import type { Lookups } from '../lookups.ts';
import type { Place } from '../place.ts';
import type { TokenFacts } from '../views/token-facts.ts';
import { optionally } from './optional.ts';

/** marketplace-api: user NFTs and auctions have pages of at most 100. */
const FULL_PAGE = 100;

/**
 * The token in its owner's list, which tells what the collection's list leaves out: the asking price, until when, the highest
 * offer (marketplace-api: User NFT). Only the first page is read.
 */
async function inOwnersList(token: Token, lookups: Lookups): Promise<OwnedToken | null> {
  const { owner, collection, listed, listingPrice, hasOffers, inAuction } = token;
  const needed = (listed && listingPrice === null) || hasOffers || inAuction;
  if (owner === null || !needed) return null;
  const query = { page: 1, limit: FULL_PAGE, collection, sort: 'tokenId', listed } as const;
  const answer = await optionally(lookups.owned(owner, query));
  const isIt = (one: OwnedToken) => one.collection === collection && one.tokenId === token.tokenId;
  return answer?.value.items.find(isIt) ?? null;
}

async function runningAuction(token: Token, lookups: Lookups): Promise<Auction | null> {
  const { collection, tokenId, inAuction } = token;
  if (!inAuction) return null;
  const query = { page: 1, limit: FULL_PAGE, filter: 'active', sort: 'endTime', collection } as const;
  const answer = await optionally(lookups.auctions(query));
  const isIt = (one: Auction) => one.collection === collection && one.tokenId === tokenId;
  return answer?.value.items.find(isIt) ?? null;
}

/**
 * A token with what the marketplace tells of it elsewhere; the token alone has to be known.
 * @throws what the lookup of the token throws
 */
export async function readTokenFacts(
  { collection, tokenId }: Pick<Extract<Place, { at: 'token' }>, 'collection' | 'tokenId'>,
  lookups: Lookups,
): Promise<Dated<TokenFacts>> {
  async function readTrade() {
    const known = await lookups.token(collection, tokenId);
    const [owned, auction] = await Promise.all([
      inOwnersList(known.value, lookups),
      runningAuction(known.value, lookups),
    ]);
    return { known, owned, auction };
  }
  const [{ known, owned, auction }, home] = await Promise.all([
    readTrade(),
    optionally(lookups.collection(collection)),
  ]);
  const token = known.value;
  const floor = home?.value.stats.floor ?? null;
  return {
    ...known,
    value: {
      token,
      floor: floor === 0n ? null : floor,
      price: token.listingPrice ?? owned?.listing?.price ?? null,
      listedUntil: owned?.listing?.expiresAt ?? null,
      highestOffer: owned?.highestOffer ?? null,
      auction,
      auctionInBrief: owned?.auction ?? null,
    },
  };
}
