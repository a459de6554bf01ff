import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { isNotFound, resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';
import type { Token } from '#src/marketplace/resources/token.ts';

/** Identifies a token. */
export interface TokenReference {
  readonly collection: Address;
  readonly tokenId: TokenId;
}

/** A token with data from other endpoints; `null` for unreported values. */
export interface TokenFacts {
  readonly token: Token;
  /** Floor of the collection, wei. */
  readonly floor: Wei | null;
  /** Listing price in the chain's own coin, wei. */
  readonly price: Wei | null;
  /** End of the listing, epoch seconds. */
  readonly listedUntil: number | null;
  readonly highestOffer: Wei | null;
  /** Values that the marketplace reports in other coins. */
  readonly others: Partial<NonNullable<OwnedToken['inOtherCoins']>>;
  /** The auction that is running, or has ended and is not settled yet. */
  readonly auction: Auction | null;
  /** The auction as the owner's list of tokens reports it, if the list of auctions does not contain it. */
  readonly auctionInBrief: OwnedToken['auction'];
}

/**
 * Returns whether the listing has expired; some deployments still report it as listed.
 * @param now epoch seconds
 */
export function isExpired({ listedUntil }: Pick<TokenFacts, 'listedUntil'>, now: number): boolean {
  return listedUntil !== null && listedUntil <= now;
}

/** marketplace-api: user NFTs and auctions have pages of at most 100. */
const FULL_PAGE = 100;

/**
 * Finds the token in its owner's list, which has fields that the collection's list lacks: the asking price, its expiry,
 * the highest offer (marketplace-api: User NFT). Only the first page is read.
 */
async function findInOwnerList(token: Token, lookups: Lookups): Promise<OwnedToken | null> {
  const { owner, collection, listed, hasOffers, inAuction } = token;
  // Listings need it even if the price is known, because only this list contains their expiry.
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
 * Reads a token with its data from other endpoints; only the token itself is required.
 * @throws errors of the lookup of the token
 */
export async function readTokenFacts(
  { collection, tokenId }: TokenReference,
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
  // If the two lists name different coins for a listing, the one that is not the chain's own is right.
  const listing = token.inOtherCoins?.listing ?? owned?.inOtherCoins?.listing ?? null;
  const floor = collectionResult?.value.stats.floor ?? null;
  return {
    ...dated,
    value: {
      token,
      floor: floor === 0n ? null : floor,
      price: listing === null ? (token.listingPrice ?? owned?.listing?.price ?? null) : null,
      listedUntil: owned?.listing?.expiresAt ?? null,
      highestOffer: owned?.highestOffer ?? null,
      others: { ...owned?.inOtherCoins, last: token.inOtherCoins?.last ?? null, listing },
      auction,
      auctionInBrief: owned?.auction ?? null,
    },
  };
}

/** Creates the error for a token that does not exist, with the nearest ids. */
async function tokenNotFound(
  { collection, tokenId }: TokenReference,
  context: AnswerContext,
): Promise<UserError> {
  const { lookups, view } = context.services;
  const beside = await Promise.all([
    resultOrNull(lookups.neighbour(collection, tokenId, 'previous')),
    resultOrNull(lookups.neighbour(collection, tokenId, 'next')),
  ]);
  const near = beside.filter((id) => id !== null).map((id) => `\`#${id}\``);
  return new UserError(({ token }) => {
    const unknown = token.unknown(collectionTitle(collection, view), `\`#${tokenId}\``);
    return near.length === 0 ? unknown : `${unknown} ${token.nearest(near)}`;
  });
}

/** @throws UserError with the nearest ids if there is no such token */
export async function loadFacts(
  reference: TokenReference,
  context: AnswerContext,
): Promise<Dated<TokenFacts>> {
  try {
    return await readTokenFacts(reference, context.services.lookups);
  } catch (error) {
    throw isNotFound(error) ? await tokenNotFound(reference, context) : error;
  }
}
