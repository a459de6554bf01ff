import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#src/discord/answer.ts';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import { ACTIVITY_FILTERS, TOKEN_SORTS } from '#src/discord/lookups/list-orders.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { ActivityKind } from '#src/marketplace/resources/activity/kind.ts';
import type { Collection, CollectionSummary, TraitType } from '#src/marketplace/resources/collection.ts';
import type { Holder } from '#src/marketplace/resources/holder.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import { address, sale, txHash } from '../../support/build-activity.ts';
import { token } from '../../support/build-token.ts';
import { bareCollection } from '../bare-collection.ts';
import { summary } from '../command-services.ts';
import { readMarkdown } from '../markdown-reading.ts';
import { anyText, registeredNames, TRICK_TEXTS } from '../nasty-text.ts';
import { longSettings, viewContext, withoutPages } from '../views/view-context.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  type NamedScreen,
  pageFrom,
  staleResult,
} from './answer-context.ts';

const LARGEST = 2n ** 256n - 1n;
const PUNKS = address(0xc0);

const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
const names = registeredNames() ?? TRICK_TEXTS;
const text = fc.oneof(fc.constantFrom(...TRICK_TEXTS), fc.constantFrom(...names), anyText);
const wei = sometimes(fc.constantFrom(0n, 1n, 10n ** 24n, LARGEST));
const count = fc.constantFrom(0, 1, 10_000, Number.MAX_SAFE_INTEGER);
const share = sometimes(fc.constantFrom(0, 0.01, 4.5, 100, 1_000, -1, Number.NaN));
const tokenId = fc.constantFrom('0', '7', '9'.repeat(77), LARGEST.toString());
const wallet = fc.constantFrom(address(0), address(0xb0));
const moment = sometimes(fc.constantFrom(0, 1_767_225_600, 1e15, -1));

const anyToken: fc.Arbitrary<Token> = fc
  .record({
    tokenId,
    name: sometimes(text),
    collectionName: sometimes(text),
    lastPrice: wei,
    listed: fc.boolean(),
    listingPrice: wei,
    inAuction: fc.boolean(),
    hasOffers: fc.boolean(),
    rarity: sometimes(fc.record({ rank: count, total: sometimes(count), percentile: share, score: share })),
  })
  .map(token);

const KINDS = [
  'sale',
  'listing_expired',
  'collection_offer',
  'auction_extended',
  'mint',
  'burn',
] as const satisfies readonly ActivityKind[];

const anyActivity: fc.Arbitrary<Activity> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    collection: sometimes(fc.constant(PUNKS)),
    tokenId: sometimes(tokenId),
    price: wei,
    currency: sometimes(fc.constant(address(0xcc))),
    from: sometimes(wallet),
    to: sometimes(wallet),
    txHash: sometimes(fc.constant(txHash(1))),
    quantity: fc.constantFrom(1n, 5n, LARGEST),
    timestamp: moment,
    collectionName: sometimes(text),
    tokenName: sometimes(text),
  })
  .map(sale);

const anyTrait: fc.Arbitrary<TraitType> = fc.record({
  type: text,
  values: fc.oneof(
    fc.array(fc.record({ value: text, count: sometimes(count), rarity: share }), { maxLength: 4 }),
    text.map((value) =>
      Array.from({ length: 300 }, (_, position) => ({ value: `${value}${position}`, count: 1, rarity: 0.1 })),
    ),
  ),
});

const anyHolder: fc.Arbitrary<Holder> = fc.record({ address: wallet, count });

const anySummary: fc.Arbitrary<CollectionSummary> = fc
  .record({
    address: wallet,
    name: text,
    symbol: sometimes(text),
    verified: fc.boolean(),
    totalVolume: wei,
    floor: wei,
    thumbnail: sometimes(fc.constantFrom('https://example.com/1.png', 'data:,', 'x'.repeat(3_000))),
  })
  .map(summary);

const anyCollection: fc.Arbitrary<Collection> = fc
  .record({
    name: text,
    owner: sometimes(wallet),
    createdAt: moment,
    chainId: sometimes(count),
    stats: fc.record({ floor: wei, highestSale: wei, volume7d: wei, change7d: share, lastSaleAt: moment }),
  })
  .map(({ stats, ...rest }) => bareCollection(rest, stats));

const many = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.oneof(
    fc.array(item, { maxLength: 3 }),
    item.map((one) => Array.from({ length: 60 }, () => one)),
  );

const anyMarketplace = fc.record({
  tokens: many(anyToken),
  activities: many(anyActivity),
  traits: many(anyTrait),
  holders: many(anyHolder),
  collections: many(anySummary),
  collection: anyCollection,
  sorted: fc.constantFrom(true, false, null),
  total: sometimes(count),
});

type Marketplace = typeof anyMarketplace extends fc.Arbitrary<infer T> ? T : never;

function asks(world: Marketplace, view = viewContext()) {
  const { sorted, total } = world;
  return answerContext({
    view: { ...view, collectionName: () => world.collections[0]?.name ?? null },
    known: { collections: world.collections },
    lookups: {
      collection: async () => staleResult(world.collection),
      traits: async () => staleResult(world.traits),
      tokens: async (_collection, query) => staleResult({ ...pageFrom(world.tokens, query), sorted }),
      activities: async (query) => staleResult({ ...pageFrom(world.activities, query), total: null }),
      holders: async (_collection, query) =>
        staleResult({
          ...pageFrom(world.holders, query),
          sorted,
          collection: { address: PUNKS, name: null, path: null },
          totalTokens: total,
          uniqueHolders: total,
        }),
    },
  });
}

const page = fc.constantFrom(1, 2, 6, 1_000_000);
const collection = fc.constant(PUNKS);

/** Every list screen; a trait by a key that some collections have. */
const anyPlace: fc.Arbitrary<NamedScreen> = fc.oneof(
  fc.record({ at: fc.constant('collections' as const), page }),
  fc.record({
    at: fc.constant('tokens' as const),
    collection,
    page,
    sort: fc.constantFrom(...TOKEN_SORTS),
    descending: fc.boolean(),
    listed: fc.boolean(),
    trait: fc.constant(null),
  }),
  fc.record({ at: fc.constant('traits' as const), collection, page, type: fc.constant(null) }),
  fc.record({
    at: fc.constant('holders' as const),
    collection,
    page,
    minimum: fc.constantFrom(1, 1_000_000),
  }),
  fc.record({
    at: fc.constant('activity' as const),
    collection: fc.constantFrom(PUNKS, null),
    page,
    filter: fc.constantFrom(...ACTIVITY_FILTERS),
  }),
  fc.record({
    at: fc.constant('exact-activity' as const),
    collection: fc.constantFrom(PUNKS, null),
    page,
    filter: fc.constantFrom(...ACTIVITY_FILTERS),
  }),
  fc.record({ at: fc.constant('exact-collection' as const), collection }),
  fc.record({ at: fc.constant('follow' as const), collection }),
);

function expectReadable(answer: Answer): void {
  expectAccepted(answer);
  const written = JSON.stringify({ ...answer.embeds?.[0], url: '', thumbnail: '' });
  expect(written).not.toMatch(/\bundefined\b|\bNaN\b|n\/a|\[object/);
}

describe('the lists of lookups, whatever the marketplace wrote', () => {
  it('are taken by Discord at every place and page', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarketplace,
        anyPlace,
        fc.constantFrom(viewContext(), withoutPages, longSettings),
        async (world, screen, view) => expectReadable(await answerScreen(screen, asks(world, view))),
      ),
      { numRuns: 200 },
    );
  });

  it('neither mention nor link where the operator set no page', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarketplace, anyPlace, async (world, screen) => {
        const [embed] = (await answerScreen(screen, asks(world, withoutPages))).embeds ?? [];
        const written = `${embed?.title ?? ''}\n${embed?.description ?? ''}`.replaceAll(/<t:\d+:[RDf]>/g, '');
        expect(readMarkdown(written)).toMatchObject({ links: [], mentions: [] });
      }),
      { numRuns: 120 },
    );
  });

  it('are taken by Discord for every type and value of a trait', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarketplace, anyTrait, page, async (world, trait, wanted) => {
        const context = asks({ ...world, traits: [...world.traits, trait] }, longSettings);
        const type = traitKey(trait.type);
        expectReadable(await answerScreen({ at: 'traits', collection: PUNKS, page: wanted, type }, context));
        const value = trait.values[0];
        if (value === undefined) return;
        const key = traitKey(trait.type, value.value);
        const sifted = { sort: 'price', descending: true, listed: true, trait: key } as const;
        expectReadable(
          await answerScreen({ at: 'tokens', collection: PUNKS, page: wanted, ...sifted }, context),
        );
      }),
      { numRuns: 60 },
    );
  });
});
