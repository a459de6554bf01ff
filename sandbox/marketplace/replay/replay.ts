import { addressOf } from '../random/hex.ts';
import type { CollectionProfile, StartingToken } from '../world/model.ts';
import { rarityTable } from '../world/rarity.ts';
import { mergeSources, type WorldSource } from '../world/source.ts';
import type { TokenTrait } from '../world/token-sheet.ts';
import { recordedEvents } from './events.ts';
import { type Recording, readRecording } from './files.ts';
import type { CollectionRecord, TokenRecord } from './records.ts';
import { ReplayError } from './replay-error.ts';

const MADE_UP_OWNERS_SHARE = 0.4;

/**
 * Recorded collections as one world. Each starts after its history; the following sales keep their recorded
 * distances. Owners that the recordings do not contain are generated from `seed`. Throws a ReplayError for a
 * folder that cannot be read, or whose collection is already loaded.
 */
export async function openReplays(folders: readonly string[], seed: number): Promise<WorldSource> {
  const recordings = await Promise.all(
    folders.map(async (folder) => ({ folder, ...(await readRecording(folder)) })),
  );
  const seen = new Set<string>();
  for (const { folder, collection } of recordings) {
    if (seen.has(collection.address))
      throw new ReplayError(folder, `${collection.address} is played already`);
    seen.add(collection.address);
  }
  return mergeSources(recordings.map((recording) => replayOf(recording, seed)));
}

function replayOf(recording: Recording, seed: number): WorldSource {
  const events = recordedEvents(recording);
  const tokens = startingTokens(recording, seed);
  let next = 0;
  return {
    starts: [
      {
        profile: profileOf(recording.collection),
        tokens,
        rarity: rarityTable(tokens),
        unminted: [],
        earlierSales: [],
      },
    ],
    appraise: (collection, token) => {
      const known = token.lastPrice > 0n ? token.lastPrice : collection.floor();
      return known > 0n ? known : 10n ** 18n;
    },
    nextAtMs: () => events[next]?.atMs ?? Number.POSITIVE_INFINITY,
    lastAuctionNumber: Math.max(0, ...recording.auctions.map(({ auctionId }) => auctionId)),
    take(market, wallOf) {
      const event = events[next];
      next += 1;
      return event === undefined ? [] : [event.happen(market, wallOf)];
    },
  };
}

function startingTokens(
  { collection, tokens, sales, auctions }: Recording,
  seed: number,
): readonly StartingToken[] {
  const firstSellers = new Map<string, string>();
  for (const { tokenId, seller } of sales) {
    if (seller !== null && !firstSellers.has(tokenId)) firstSellers.set(tokenId, seller);
  }
  for (const { tokenId, seller } of auctions) {
    if (!firstSellers.has(tokenId)) firstSellers.set(tokenId, seller);
  }
  const owners = Math.max(1, Math.round(tokens.length * MADE_UP_OWNERS_SHARE));
  return tokens.map((token, index) => ({
    tokenId: token.tokenId,
    name: token.name,
    description: collection.description,
    traits: token.attributes.map(traitOf),
    amount: 1,
    owner:
      firstSellers.get(token.tokenId) ??
      addressOf(`${seed}:${collection.address}:owner:${(index * 7) % owners}`),
    ask: null,
    lastPrice: 0n,
  }));
}

function traitOf(attribute: TokenRecord['attributes'][number]): TokenTrait {
  const { trait_type: type, value, display_type: displayType } = attribute;
  return displayType === undefined ? { type, value } : { type, value, displayType };
}

function profileOf(record: CollectionRecord): CollectionProfile {
  return {
    address: record.address,
    path: record.path ?? record.address,
    name: record.name,
    symbol: record.symbol,
    description: record.description,
    standard: record.standard,
    chainId: record.chainId,
    owner: record.owner ?? addressOf(`maker:${record.address}`),
    verified: record.verified,
    featured: record.featured,
    royaltyPercentage: record.royaltyPercentage,
    website: record.website,
    twitter: record.twitter,
    invite: record.discord,
    imageStyle: record.imageStyle,
    isDynamicMedia: record.isDynamicMedia,
    isDynamicMetadata: record.isDynamicMetadata,
    isReveal: record.isReveal,
  };
}
