import type { Token } from '#src/marketplace/resources/token.ts';
import { address } from './build-activity.ts';

/** A token that is not for sale, changed where the test cares. */
export function token(change: Partial<Token> = {}): Token {
  const { tokenId = '7' } = change;
  return {
    collection: address(0xc0),
    tokenId,
    name: `Punk #${tokenId}`,
    description: null,
    collectionName: 'Punks',
    owner: address(0xb0),
    standard: '721',
    quantity: 1n,
    image: null,
    thumbnail: null,
    preview: null,
    inlineImage: null,
    onChainImage: false,
    imageProcessed: false,
    imageProcessedAt: null,
    metadataUri: null,
    mediaType: null,
    lastPrice: null,
    listed: false,
    listingPrice: null,
    listingSource: null,
    listingApproval: null,
    listingPlace: null,
    inAuction: false,
    hasOffers: false,
    rarity: null,
    attributes: [],
    createdAt: null,
    updatedAt: null,
    ...change,
  };
}

/** `count` tokens, numbered from 1. */
export function tokens(count: number): Token[] {
  return Array.from({ length: count }, (_, position) => token({ tokenId: String(position + 1) }));
}
