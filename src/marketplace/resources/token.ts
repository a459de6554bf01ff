import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import { flag, part, picture, quantity, standard, text, time } from '../decode/lenient.ts';
import type { OtherPrice } from '../decode/named-coin.ts';
import { readInlineImage } from '../decode/picture.ts';
import { LeftOut, type ReadContext, type ReadOnly, resource } from '../decode/resource.ts';
import { notAfter } from '../decode/time.ts';
import { attributesOf, itemFields, pictureOf, pricesOf, rarityOf } from './item.ts';

const fields = z.object({
  ...itemFields,
  collectionName: text,
  nftType: standard,
  amount: quantity,
  isBase64: flag,
  imageProcessed: flag,
  imageProcessedAt: time,
  createdAt: time,
  updatedAt: time,
  listingApprovalStatus: text,
  tokenURI: text,
  mediaType: text,
  marketplaceDetails: part(
    z.object({
      source: text,
      externalUrl: text,
      externalId: text,
      sourceDisplayName: text,
      sourceLogo: picture,
    }),
  ),
});

function listingPlaceOf({ marketplaceDetails: details }: z.output<typeof fields>) {
  if (details === null) return null;
  return {
    source: details.source,
    name: details.sourceDisplayName,
    logo: details.sourceLogo,
    url: details.externalUrl,
    id: details.externalId,
  };
}

interface InOtherCoins {
  readonly last: OtherPrice | null;
  readonly listing: OtherPrice | null;
}

const otherCoinsOf = (prices: InOtherCoins): { inOtherCoins?: InOtherCoins | undefined } =>
  prices.last === null && prices.listing === null ? {} : { inOtherCoins: prices };

/**
 * A token as a collection's list and its own endpoint show it (marketplace-api: Token), without the internal record
 * fields.
 * @param collection the requested one, to which it has to belong; `null` for any
 */
export const tokenSchema = ({ now, ownCoin }: ReadContext, collection: Address | null) =>
  resource(fields, (token, record) => {
    const id = token.tokenId ?? token.id?.tokenId ?? token.metadata?.tokenId ?? null;
    const own = token.collectionAddress ?? token.id?.collection ?? collection;
    if (id === null) return new LeftOut('has no token id');
    if (own === null) return new LeftOut('has no collection');
    if (collection !== null && own !== collection) return new LeftOut('is of another collection');
    const { last, listing } = pricesOf(record, token, ownCoin.isOwn);
    const latest = now();
    return {
      collection: own,
      tokenId: id,
      name: token.name ?? token.metadata?.name ?? null,
      description: token.description ?? token.metadata?.description ?? null,
      collectionName: token.collectionName,
      owner: token.owner,
      standard: token.nftType,
      /** Units of it, 1 unless an ERC1155 says otherwise. */
      quantity: token.amount ?? 1n,
      /** Best picture first: image, then preview, then thumbnail. */
      image: pictureOf(token, token.mediaType),
      thumbnail: token.thumbnailUrl ?? token.thumbnail,
      preview: token.previewUrl ?? token.preview,
      /** A small picture embedded in the metadata, as a `data:` URL in a format that Discord displays. */
      inlineImage: readInlineImage(record),
      /** Whether the picture is embedded in the metadata. */
      onChainImage: token.isBase64 === true,
      imageProcessed: token.imageProcessed === true,
      /** Epoch seconds, like all times below. */
      imageProcessedAt: notAfter(token.imageProcessedAt, latest),
      /** URI of the metadata (http, ipfs, ar). */
      metadataUri: token.tokenURI,
      /** For example `image`. */
      mediaType: token.mediaType,
      /** Last price paid, wei; `null` when never sold (the API says "0"). */
      lastPrice: last.own,
      listed: token.isListed === true,
      /** Asking price, wei, if the deployment reports it. */
      listingPrice: listing.own,
      /** The prices that are in other coins than the chain's own; those above are `null` then. */
      ...otherCoinsOf({ last: last.other, listing: listing.other }),
      /** For example `native`. */
      listingSource: token.listingSource,
      /** For example `approved`. */
      listingApproval: token.listingApprovalStatus,
      /** Another marketplace with the listing (marketplace-api: marketplaceDetails). */
      listingPlace: listingPlaceOf(token),
      inAuction: token.isInAuction === true,
      hasOffers: token.hasOffers === true,
      rarity: rarityOf(token),
      attributes: attributesOf(token),
      createdAt: notAfter(token.createdAt, latest),
      updatedAt: notAfter(token.updatedAt, latest),
    };
  });

export type Token = ReadOnly<z.output<ReturnType<typeof tokenSchema>>>;
