import { recordIdOf } from '../../random/hex.ts';
import type { CollectionMarket, TokenState } from '../../world/collection-market.ts';
import { percentage, type Rarity, type RarityTable, traitPercentage } from '../../world/rarity.ts';
import type { TokenTrait } from '../../world/token-sheet.ts';
import type { Api } from '../endpoint.ts';
import { jsonInteger } from '../json.ts';
import { tokenPicture } from './picture-urls.ts';
import { iso } from './times.ts';

/** `ERC721` or `ERC1155`. */
export function nftType(collection: CollectionMarket): string {
  return `ERC${collection.profile.standard}`;
}

/** marketplace-api: Token (as returned by the collection token list). */
export function tokenView(collection: CollectionMarket, token: TokenState, api: Api) {
  const { sheet } = token;
  const { address, name } = collection.profile;
  const table = collection.rarity();
  const rarity = table.of(sheet.tokenId);
  const image = tokenPicture(api.url(), address, sheet.tokenId);
  const tokenId = jsonInteger(sheet.tokenId);
  const id = `${address}-${sheet.tokenId}`;
  return {
    _id: recordIdOf(`token:${id}`),
    __v: 0,
    id,
    tokenId,
    collectionAddress: address,
    collectionName: name,
    owner: token.owner,
    nftType: nftType(collection),
    amount: sheet.amount,
    isBase64: false,
    imageProcessed: true,
    imageProcessedAt: iso(token.createdAtMs),
    createdAt: iso(token.createdAtMs),
    updatedAt: iso(token.updatedAtMs),
    lastPrice: token.lastPrice,
    isListed: token.listing !== null,
    isInAuction: token.inAuction,
    hasOffers: api.market.offers.standing(address, sheet.tokenId, api.now()).length > 0,
    listingSource: 'native',
    listingApprovalStatus: 'approved',
    name: sheet.name,
    description: sheet.description,
    image,
    tokenURI: `ipfs://${recordIdOf(`uri:${address}`)}/${sheet.tokenId}.json`,
    mediaType: 'image',
    previewUrl: image,
    thumbnailUrl: image,
    attributes: sheet.traits.map((trait) => attribute(id, trait, table)),
    metadata: {
      tokenId,
      name: sheet.name,
      description: sheet.description,
      image,
      attributes: sheet.traits.map((trait) => ({ trait_type: trait.type, value: trait.value })),
    },
    rarityRank: rarity.rank,
    rarityScore: rarity.score,
    rarity: rarityView(rarity),
    marketplaceDetails: {
      source: 'native',
      externalUrl: null,
      externalId: null,
      sourceDisplayName: 'Sandbox Market',
      sourceLogo: null,
    },
  };
}

/** A listing's id: the token's `id` and the wall ms of the listing. */
export function listingIdOf(id: string, sinceMs: number): string {
  return recordIdOf(`listing:${id}:${sinceMs}`);
}

function attribute(tokenKey: string, trait: TokenTrait, table: RarityTable): object {
  return {
    trait_type: trait.type,
    value: trait.value,
    ...(trait.displayType === undefined ? {} : { display_type: trait.displayType }),
    rarity: traitPercentage(table, trait),
    _id: recordIdOf(`${tokenKey}:${trait.type}`),
  };
}

/** A high percentile means common: rank 774 of 825 is 93.82. */
function rarityView({ rank, total, score }: Rarity): object {
  return {
    rank,
    total,
    formatted: `${rank}/${total}`,
    percentile: Math.round(percentage(rank, total) * 100) / 100,
    score,
  };
}
