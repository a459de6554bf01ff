import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { CollectionPrices } from '#src/alerts/price-context.ts';
import type { Address } from '#src/chain/address.ts';
import { GavelError } from '#src/chain/errors.ts';
import { type EnrichDeps, enrich } from '#src/ingest/enrich.ts';
import type { CollectionSource } from '#src/ingest/sources.ts';
import { address } from '../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';
import { token } from '../support/build-token.ts';
import { recordingLog, silentLog } from '../support/silent-log.ts';

const bare = { rarity: null, attributes: [], image: null, tokenName: null, priceContext: null } as const;
const PICTURE = 'https://example.com/found.png';

/** A marketplace that knows every token and collection, and counts how often it is asked. */
function createScenario(
  prices: CollectionPrices | null = collectionPrices({ floor: 20n, highestSale: 30n }),
) {
  const askedTokens: string[] = [];
  const askedCollections: Address[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const deps: EnrichDeps = {
    tokens: {
      async find(collection, tokenId) {
        askedTokens.push(tokenId);
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await setImmediate();
        underWay -= 1;
        return token({
          collection,
          tokenId,
          image: PICTURE,
          rarity: { rank: 3, total: 100, percentile: null, score: null },
          attributes: [{ type: 'hat', value: 'cap', rarity: 1, displayType: null }],
          lastPrice: 11n,
        });
      },
    },
    collections: {
      async collectionPrices(collection): ReturnType<CollectionSource['collectionPrices']> {
        askedCollections.push(collection);
        if (prices === null) throw new Error('no answer');
        return { ...prices, asOf: 0 };
      },
    },
    log: silentLog,
    signal: new AbortController().signal,
  };
  return {
    askedTokens,
    askedCollections,
    mostUnderWay: () => mostUnderWay,
    enrich: (alerts: readonly MarketAlert[], change: Partial<EnrichDeps> = {}) =>
      enrich(alerts, { ...deps, ...change }),
  };
}

const facts = { image: PICTURE, rarity: { rank: 3 }, attributes: [{ value: 'cap' }] };

describe('looking up details that the feed does not report', () => {
  it('logs how many of them are missing, if any are', async () => {
    const { log, lines } = recordingLog();
    const sold = saleAlert(1, { item: soldItem(bare) });
    await createScenario().enrich([sold], { log });
    expect(lines).toEqual([]);
    await createScenario(null).enrich([sold], { log });
    expect(lines).toMatchObject([{ missing: 1, of: 2, msg: 'alerts without all details' }]);
  });

  it.each([
    ['a sale', saleAlert(1, { item: soldItem(bare) })],
    ['a listing', listingAlert({ item: soldItem(bare) })],
    ['repeat trades', repeatTradesAlert({ item: soldItem(bare) })],
  ] as const)('gives the token of %s its facts, and its price the floor', async (_, alert) => {
    expect(await createScenario().enrich([alert])).toMatchObject([
      { item: { ...facts, priceContext: { floor: 20n } } },
    ]);
  });

  it('gives every item of a sweep its facts and floor', async () => {
    const items = ['1', '2', '3'].map((tokenId) => soldItem({ ...bare, tokenId }));
    const enriched = { ...facts, priceContext: { floor: 20n } };
    expect(await createScenario().enrich([sweepAlert(0, { items })])).toMatchObject([
      { items: [enriched, enriched, enriched] },
    ]);
  });

  it('gives an offer the floor, and its token facts where it is for one', async () => {
    const alerts = [
      offerAlert({ token: alertToken(bare), floor: null }),
      offerAlert({ token: null, floor: null }),
    ];
    expect(await createScenario().enrich(alerts)).toMatchObject([
      { token: facts, floor: 20n },
      { token: null, floor: 20n },
    ]);
  });

  it('gives an auction its token’s facts, last price and floor', async () => {
    const auction = auctionAlert({ token: alertToken(bare), floor: null });
    expect(await createScenario().enrich([auction])).toMatchObject([
      { token: facts, floor: 20n, lastPrice: 11n },
    ]);
  });

  describe('a token that the marketplace does not return at first', () => {
    /** Answers from the third time on. */
    function createTrouble(error: Error) {
      const scenario = createScenario();
      let asked = 0;
      return {
        asked: () => asked,
        enrich: (change: Partial<EnrichDeps> = {}) =>
          scenario.enrich([saleAlert(1, { item: soldItem(bare) })], {
            tokens: {
              async find(collection, tokenId) {
                asked += 1;
                if (asked < 3) throw error;
                return token({ collection, tokenId, image: PICTURE });
              },
            },
            ...change,
          }),
      };
    }
    const down = new GavelError('MARKETPLACE_UNAVAILABLE', 'down');

    it.each([
      ['gave no answer', down],
      ['gave one that cannot be read', new GavelError('MARKETPLACE_BAD_RESPONSE', 'cut off')],
    ])('is asked for again where a rule needs it and the marketplace %s', async (_how, error) => {
      const trouble = createTrouble(error);
      const enriched = await trouble.enrich({ needsTokens: () => true });
      expect(enriched).toMatchObject([{ item: { image: PICTURE } }]);
      expect(trouble.asked()).toBe(3);
    });

    it('delays nothing where no rule needs it', async () => {
      const trouble = createTrouble(down);
      expect(await trouble.enrich()).toMatchObject([{ item: { image: null } }]);
      expect(trouble.asked()).toBe(1);
    });

    it('is not asked for again where there is none', async () => {
      const trouble = createTrouble(new GavelError('MARKETPLACE_NOT_FOUND', 'none'));
      expect(await trouble.enrich({ needsTokens: () => true })).toMatchObject([{ item: { image: null } }]);
      expect(trouble.asked()).toBe(1);
    });

    it('is given up when the bot stops', async () => {
      const stop = new AbortController();
      const trouble = createTrouble(down);
      const enriched = trouble.enrich({ needsTokens: () => true, signal: stop.signal });
      stop.abort(new Error('stopping'));
      await expect(enriched).rejects.toThrow('stopping');
    });
  });

  it('asks no floor for what has no price', async () => {
    const scenario = createScenario();
    expect(await scenario.enrich([moveAlert({ tokens: [alertToken(bare)] })])).toMatchObject([
      { tokens: [facts] },
    ]);
    expect(scenario.askedCollections).toEqual([]);
  });

  it('confirms a record only by the marketplace’s own numbers', async () => {
    const priceContext = { bought: null, last: null, floor: null, record: true };
    const sold = [30n, 31n].map((price, number) =>
      saleAlert(number, { item: soldItem({ price, priceContext }) }),
    );
    expect(await createScenario().enrich(sold)).toMatchObject([
      { item: { priceContext: { record: false } } },
      { item: { priceContext: { record: true } } },
    ]);
    expect(await createScenario(null).enrich(sold)).toMatchObject([
      { item: { ...facts, priceContext: { record: false, floor: null } } },
      { item: { ...facts, priceContext: { record: false, floor: null } } },
    ]);
  });

  it('holds a listing that is the floor itself against the floor before it, and a sale never', async () => {
    const floorBefore = { amount: 25n, until: listingAlert().occurredAt * 1_000 };
    const scenario = createScenario(collectionPrices({ floor: 20n, floorBefore }));
    const item = soldItem({ price: 20n });
    expect(await scenario.enrich([listingAlert({ item }), saleAlert(1, { item })])).toMatchObject([
      { item: { ...facts, priceContext: { floor: 25n } } },
      { item: { ...facts, priceContext: { floor: 20n } } },
    ]);
  });

  it('asks for each token and each collection once', async () => {
    const scenario = createScenario();
    const other = soldItem({ ...bare, collection: address(0xf0) });
    await scenario.enrich([
      saleAlert(1, { item: soldItem(bare) }),
      listingAlert({ item: soldItem(bare) }),
      saleAlert(2, { item: other }),
    ]);
    expect(scenario.askedTokens).toHaveLength(2);
    expect(scenario.askedCollections).toEqual([address(0xc0), address(0xf0)]);
  });

  it('looks up the first ten of many, unless a rule has to see them all', async () => {
    const scenario = createScenario();
    await scenario.enrich([sweepAlert(25)]);
    expect(scenario.askedTokens).toHaveLength(10);
    const thorough = createScenario();
    await thorough.enrich([sweepAlert(25)], { needsTokens: () => true });
    expect(thorough.askedTokens).toHaveLength(25);
  });

  it('asks first for what rules have to see, for a bounded number of tokens, and few at a time', async () => {
    const scenario = createScenario();
    const many = Array.from({ length: 600 }, (_, number) => saleAlert(number));
    const last = saleAlert(9_999);
    await scenario.enrich([...many, last], { needsTokens: (alert) => alert === last });
    expect(scenario.askedTokens[0]).toBe('9999');
    // What is only nice to have is not worth making everybody wait.
    expect(scenario.askedTokens).toHaveLength(1 + 64);
    expect(scenario.mostUnderWay()).toBeLessThanOrEqual(16);
  });

  it('asks for up to 500 tokens that rules have to see', async () => {
    const scenario = createScenario();
    const many = Array.from({ length: 600 }, (_, number) => saleAlert(number));
    await scenario.enrich(many, { needsTokens: () => true });
    expect(scenario.askedTokens).toHaveLength(500);
  });

  it('shows a token that is not found as the feed reported it', async () => {
    const tokens = { find: () => Promise.reject(new Error('nobody knows it')) };
    const alert = saleAlert(1);
    const [enriched] = await createScenario().enrich([alert], { tokens });
    expect(enriched).toMatchObject({
      item: { tokenName: 'Punk #1', rarity: alert.item.rarity, priceContext: { floor: 20n } },
    });
  });

  it('does not wait for a source that neither answers nor reacts to its signal', async () => {
    const scenario = createScenario();
    const never = new Promise<never>(() => undefined);
    const alerts = [saleAlert(1, { item: soldItem(bare) })];
    expect(await scenario.enrich(alerts, { collections: { collectionPrices: () => never } })).toMatchObject([
      { item: { ...facts, priceContext: { floor: null } } },
    ]);
    expect(await scenario.enrich(alerts, { tokens: { find: () => never } })).toMatchObject([
      { item: { image: null, priceContext: { floor: 20n } } },
    ]);
  }, 20_000);

  it('stops on its signal', async () => {
    const stopping = AbortSignal.abort(new Error('stopping'));
    await expect(createScenario().enrich([saleAlert(1)], { signal: stopping })).rejects.toThrow('stopping');
  });
});
