import { recordIdOf } from '../../random/hex.ts';
import type { CollectionMarket } from '../../world/collection-market.ts';
import { percentage } from '../../world/rarity.ts';
import type { Api } from '../endpoint.ts';
import { collectionStats, collectionVolumes } from './collection-stats.ts';
import { collectionPicture } from './picture-urls.ts';
import { iso } from './times.ts';

/** A collection in the list: everything but the traits. */
export function collectionSummary(collection: CollectionMarket, api: Api): object {
  const { profile, createdAtMs } = collection;
  const [url, nowMs] = [api.url(), api.now()];
  const { volumeStats, volumes } = collectionVolumes(collection, nowMs);
  return {
    _id: recordIdOf(`collection:${profile.address}`),
    __v: 0,
    address: profile.address,
    id: profile.address,
    name: profile.name,
    symbol: profile.symbol,
    description: profile.description,
    path: profile.path,
    banner: collectionPicture(url, profile.address, 'banner'),
    thumbnail: collectionPicture(url, profile.address, 'thumbnail'),
    standard: profile.standard,
    chainId: profile.chainId,
    owner: profile.owner,
    isWhitelisted: true,
    verified: profile.verified,
    displayed: true,
    featured: profile.featured,
    royaltyPercentage: profile.royaltyPercentage,
    royaltyReceiver: profile.owner,
    website: profile.website,
    twitter: profile.twitter,
    // The document's name for the invite, and the name that live deployments use for it.
    'the service': profile.invite,
    discord: profile.invite,
    createdAt: iso(createdAtMs),
    updatedAt: iso(collection.tally.lastSaleAtMs ?? createdAtMs),
    whitelistedAt: iso(createdAtMs),
    whitelistedBy: recordIdOf('whitelister'),
    isDynamicMedia: profile.isDynamicMedia,
    isDynamicMetadata: profile.isDynamicMetadata,
    isReveal: profile.isReveal,
    imageStyle: profile.imageStyle,
    enableRarity: true,
    rarityCalculated: true,
    rarityStatus: 'calculated',
    rarityLastCalculated: iso(createdAtMs),
    rarityTokensProcessed: collection.tokens.length,
    stats: collectionStats(collection, api.market.offers, nowMs),
    volumeStats,
    ...volumes,
  };
}

/** marketplace-api: Collection, whole. */
export function collectionDetail(collection: CollectionMarket, api: Api): object {
  const rarity = collection.rarity();
  return {
    ...collectionSummary(collection, api),
    rarityStats: {
      traitCount: rarity.counts.size,
      tokensWithTraits: rarity.tokensWithTraits,
      tokensWithoutTraits: rarity.tokenTotal - rarity.tokensWithTraits,
      traitPrevalence: percentage(rarity.tokensWithTraits, rarity.tokenTotal),
    },
    traits: traitTypes(collection),
  };
}

/** marketplace-api: Trait type, one for each type of the collection. */
export function traitTypes(collection: CollectionMarket): readonly object[] {
  const { address } = collection.profile;
  const rarity = collection.rarity();
  return [...rarity.counts].map(([type, values]) => ({
    type,
    values: [...values].map(([value, count]) => ({
      value,
      count,
      rarity: percentage(count, rarity.tokenTotal),
      _id: recordIdOf(`${address}:${type}:${value}`),
    })),
    _id: recordIdOf(`${address}:${type}`),
  }));
}
