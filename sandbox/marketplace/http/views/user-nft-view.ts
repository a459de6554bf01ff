import { leadingBid } from '../../world/auctions/auction.ts';
import type { CollectionMarket, TokenState } from '../../world/collection-market.ts';
import type { Api } from '../endpoint.ts';
import { jsonInteger } from '../json.ts';
import { unixSeconds } from './times.ts';
import { listingIdOf, tokenView } from './token-view.ts';

const LISTING_LASTS_MS = 30 * 24 * 3_600_000;

/** When a listing expires, epoch ms. One without an expiry is renewed by its owner whenever it would expire. */
function expiryOf({ sinceMs, expiresAtMs }: NonNullable<TokenState['listing']>, nowMs: number): number {
  if (expiresAtMs !== null) return expiresAtMs;
  const renewals = Math.floor(Math.max(0, nowMs - sinceMs) / LISTING_LASTS_MS);
  return sinceMs + (renewals + 1) * LISTING_LASTS_MS;
}

/** marketplace-api: User NFT (as returned by the user NFT list). One in seven has no image, only a thumbnail. */
export function userNftView(collection: CollectionMarket, token: TokenState, api: Api): object {
  const { sheet, listing } = token;
  const { address } = collection.profile;
  const view = tokenView(collection, token, api);
  const auction = api.market.auctions.openFor(address, sheet.tokenId);
  const [bestOffer] = api.market.offers.standing(address, sheet.tokenId, api.now());
  return {
    id: view.id,
    collectionAddress: address,
    tokenId: jsonInteger(sheet.tokenId),
    owner: token.owner,
    isTracked: true,
    name: sheet.name,
    description: sheet.description,
    image: view._id.charCodeAt(0) % 7 === 0 ? null : view.image,
    thumbnail: view.thumbnailUrl,
    preview: view.previewUrl,
    attributes: view.attributes,
    rarity: view.rarity,
    lastPrice: token.lastPrice,
    isListed: listing !== null,
    listingPrice: listing?.price ?? null,
    listingExpirationTime: listing === null ? null : unixSeconds(expiryOf(listing, api.now())),
    listingId: listing === null ? null : listingIdOf(view.id, listing.sinceMs),
    isInAuction: auction !== undefined,
    auctionId: auction?.number ?? null,
    auctionStartingPrice: auction?.startingPrice ?? null,
    auctionHighestBid: (auction === undefined ? undefined : leadingBid(auction))?.amount ?? null,
    auctionEndTime: auction === undefined ? null : unixSeconds(auction.endsAtMs),
    hasOffers: bestOffer !== undefined,
    highestOffer: bestOffer?.price ?? null,
    acceptingBids: auction !== undefined && auction.endsAtMs > api.now(),
    listingSource: 'native',
  };
}
