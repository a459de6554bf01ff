import { z } from 'zod';
import { amountInside, anyTime, flag, text } from '../decode/lenient.ts';
import { type OtherPrice, readPriceAt } from '../decode/named-coin.ts';
import type { Amount } from '../decode/price.ts';
import { LeftOut, type ReadContext, type ReadOnly, resource } from '../decode/resource.ts';
import { attributesOf, itemFields, pictureOf, pricesOf, rarityOf } from './item.ts';

const fields = z.object({
  ...itemFields,
  isTracked: flag,
  acceptingBids: flag,
  listingExpirationTime: anyTime,
  listingId: text,
  auctionId: text,
  auctionStartingPrice: amountInside,
  auctionHighestBid: amountInside,
  auctionEndTime: anyTime,
  highestOffer: amountInside,
});

/** Whether any of the fields is present. */
const anyOf = (parts: object): boolean => Object.values(parts).some((value) => value !== null);

interface InOtherCoins {
  readonly last: OtherPrice | null;
  readonly listing: OtherPrice | null;
  readonly offer: OtherPrice | null;
  readonly startingPrice: OtherPrice | null;
  readonly highestBid: OtherPrice | null;
}

const otherCoinsOf = (prices: InOtherCoins): { inOtherCoins?: InOtherCoins | undefined } =>
  anyOf(prices) ? { inOtherCoins: prices } : {};

/** A token in a user's wallet (marketplace-api: User NFT). */
export const ownedTokenSchema = ({ ownCoin }: Pick<ReadContext, 'ownCoin'>) =>
  resource(fields, (token, record) => {
    const tokenId = token.tokenId ?? token.id?.tokenId ?? token.metadata?.tokenId ?? null;
    const collection = token.collectionAddress ?? token.id?.collection ?? null;
    if (tokenId === null) return new LeftOut('has no token id');
    if (collection === null) return new LeftOut('has no collection');
    const read = (amount: Amount | null, price: string, word: string) =>
      readPriceAt(record, { price, words: [price, word] }, amount, ownCoin.isOwn);
    const { last, listing: asking } = pricesOf(record, token, ownCoin.isOwn);
    const offer = read(token.highestOffer, 'highestOffer', 'offer');
    const startingPrice = read(token.auctionStartingPrice, 'auctionStartingPrice', 'auction');
    const highestBid = read(token.auctionHighestBid, 'auctionHighestBid', 'auction');
    const listing = {
      id: token.listingId,
      price: asking.own,
      /** Epoch seconds. */
      expiresAt: token.listingExpirationTime,
    };
    const auction = {
      id: token.auctionId,
      startingPrice: startingPrice.own,
      highestBid: highestBid.own,
      /** Epoch seconds. */
      endTime: token.auctionEndTime,
    };
    const hasListing = token.isListed === true || token.listingPrice !== null || anyOf(listing);
    const hasAuction = token.isInAuction === true || highestBid.other !== null || anyOf(auction);
    return {
      collection,
      tokenId,
      owner: token.owner,
      /** Whether the marketplace tracks the collection. */
      tracked: token.isTracked === true,
      name: token.name ?? token.metadata?.name ?? null,
      description: token.description ?? token.metadata?.description ?? null,
      /** Best picture first: image, then preview, then thumbnail. */
      image: pictureOf(token),
      thumbnail: token.thumbnail ?? token.thumbnailUrl,
      preview: token.preview ?? token.previewUrl,
      attributes: attributesOf(token),
      rarity: rarityOf(token),
      lastPrice: last.own,
      listed: token.isListed ?? token.listingPrice !== null,
      inAuction: token.isInAuction ?? auction.id !== null,
      hasOffers: token.hasOffers ?? token.highestOffer !== null,
      acceptingBids: token.acceptingBids === true,
      listing: hasListing ? listing : null,
      auction: hasAuction ? auction : null,
      highestOffer: offer.own,
      /** The prices that are in other coins than the chain's own; those above are `null` then. */
      ...otherCoinsOf({
        last: last.other,
        listing: asking.other,
        offer: offer.other,
        startingPrice: startingPrice.other,
        highestBid: highestBid.other,
      }),
      listingSource: token.listingSource,
    };
  });

export type OwnedToken = ReadOnly<z.output<ReturnType<typeof ownedTokenSchema>>>;
