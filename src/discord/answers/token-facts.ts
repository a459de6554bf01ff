import type { Dated } from '../../chain/dated.ts';
import type { Auction } from '../../marketplace/model/auction.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Token } from '../../marketplace/model/token.ts';
import type { Lookups } from '../lookups.ts';
import type { Screen } from '../screen.ts';
import type { TokenFacts } from '../views/token-facts.ts';
import { resultOrNull } from './result-or-null.ts';

/** marketplace-api: user NFTs and auctions have pages of at most 100. */
const FULL_PAGE = 100;

/**
 * The token in its owner's list, which has fields that the collection's list lacks: the asking price, its expiry, the
 * highest offer (marketplace-api: User NFT). Only the first page is read.
 */
async function findInOwnerList(token: Token, lookups: Lookups): Promise<OwnedToken | null> {
  const { owner, collection, listed, hasOffers, inAuction } = token;
  // Needed of a listing even where its price is known: only this list says when it expires.
  const needed = listed || hasOffers || inAuction;
  if (owner === null || !needed) return null;
  const query = { page: 1, limit: FULL_PAGE, collection, sort: 'tokenId', listed } as const;
  const answer = await resultOrNull(lookups.owned(owner, query));
  const isMatch = (one: OwnedToken) => one.collection === collection && one.tokenId === token.tokenId;
  return answer?.value.items.find(isMatch) ?? null;
}

async function runningAuction(token: Token, lookups: Lookups): Promise<Auction | null> {
  const { collection, tokenId, inAuction } = token;
  if (!inAuction) return null;
  const query = { page: 1, limit: FULL_PAGE, filter: 'active', sort: 'endTime', collection } as const;
  const answer = await resultOrNull(lookups.auctions(query));
  const isMatch = (one: Auction) => one.collection === collection && one.tokenId === tokenId;
  return answer?.value.items.find(isMatch) ?? null;
}

/**
 * A token with its data from other endpoints; only the token itself is required.
 * @throws what the lookup of the token throws
 */
export async function readTokenFacts(
  { collection, tokenId }: Pick<Extract<Screen, { at: 'token' }>, 'collection' | 'tokenId'>,
  lookups: Lookups,
): Promise<Dated<TokenFacts>> {
  async function readTrade() {
    const dated = await lookups.token(collection, tokenId);
    const [owned, auction] = await Promise.all([
      findInOwnerList(dated.value, lookups),
      runningAuction(dated.value, lookups),
    ]);
    return { dated, owned, auction };
  }
  const [{ dated, owned, auction }, collectionResult] = await Promise.all([
    readTrade(),
    resultOrNull(lookups.collection(collection)),
  ]);
  const token = dated.value;
  const floor = collectionResult?.value.stats.floor ?? null;
  return {
    ...dated,
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
