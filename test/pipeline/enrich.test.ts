import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/domain/address.ts';
import type { MarketAlert } from '../../src/domain/alert.ts';
import { GavelError } from '../../src/domain/errors.ts';
import type { Worth } from '../../src/domain/price-story.ts';
import { type EnrichDeps, enrich } from '../../src/pipeline/intake/enrich.ts';
import type { CollectionSource } from '../../src/pipeline/ports.ts';
import { address } from '../support/build-activity.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  saleAlert,
  soldItem,
  stormAlert,
  sweepAlert,
  toldToken,
} from '../support/build-alert.ts';
import { token } from '../support/build-token.ts';
import { worth } from '../support/build-worth.ts';
import { silentLog } from '../support/silent-log.ts';

const bare = { rarity: null, attributes: [], image: null, tokenName: null, story: null } as const;
const PICTURE = 'https://example.com/found.png';

/** A marketplace that knows every token and collection, and counts how often it is asked. */
function createScene(told: Worth | null = worth({ floor: 20n, highestSale: 30n })) {
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
      async worth(collection): ReturnType<CollectionSource['worth']> {
        askedCollections.push(collection);
        if (told === null) throw new Error('no answer');
        return { ...told, asOf: 0 };
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

describe('looking up what the feed does not tell', () => {
  it.each([
    ['a sale', saleAlert(1, { item: soldItem(bare) })],
    ['a listing', listingAlert({ item: soldItem(bare) })],
    ['a storm', stormAlert({ item: soldItem(bare) })],
  ] as const)('gives the token of %s its facts, and its price the floor', async (_, alert) => {
    expect(await createScene().enrich([alert])).toMatchObject([
      { item: { ...facts, story: { floor: 20n } } },
    ]);
  });

  it('gives every item of a sweep its facts and floor', async () => {
    const items = ['1', '2', '3'].map((tokenId) => soldItem({ ...bare, tokenId }));
    const told = { ...facts, story: { floor: 20n } };
    expect(await createScene().enrich([sweepAlert(0, { items })])).toMatchObject([
      { items: [told, told, told] },
    ]);
  });

  it('gives an offer the floor, and its token facts where it is for one', async () => {
    const alerts = [
      offerAlert({ token: toldToken(bare), floor: null }),
      offerAlert({ token: null, floor: null }),
    ];
    expect(await createScene().enrich(alerts)).toMatchObject([
      { token: facts, floor: 20n },
      { token: null, floor: 20n },
    ]);
  });

  it('gives an auction its token’s facts, last price and floor', async () => {
    const auction = auctionAlert({ token: toldToken(bare), floor: null });
    expect(await createScene().enrich([auction])).toMatchObject([
      { token: facts, floor: 20n, lastPrice: 11n },
    ]);
  });

  describe('a token that the marketplace does not tell at first', () => {
    /** Answers from the third time on. */
    function createTrouble(error: Error) {
      const scene = createScene();
      let asked = 0;
      return {
        asked: () => asked,
        enrich: (change: Partial<EnrichDeps> = {}) =>
          scene.enrich([saleAlert(1, { item: soldItem(bare) })], {
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

    it('is asked for again where a rule needs it', async () => {
      const trouble = createTrouble(down);
      const told = await trouble.enrich({ readsTokens: () => true });
      expect(told).toMatchObject([{ item: { image: PICTURE } }]);
      expect(trouble.asked()).toBe(3);
    });

    it('keeps nobody waiting where no rule needs it', async () => {
      const trouble = createTrouble(down);
      expect(await trouble.enrich()).toMatchObject([{ item: { image: null } }]);
      expect(trouble.asked()).toBe(1);
    });

    it('is not asked for again where there is none', async () => {
      const trouble = createTrouble(new GavelError('MARKETPLACE_NOT_FOUND', 'none'));
      expect(await trouble.enrich({ readsTokens: () => true })).toMatchObject([{ item: { image: null } }]);
      expect(trouble.asked()).toBe(1);
    });

    it('is given up when the bot stops', async () => {
      const stop = new AbortController();
      const trouble = createTrouble(down);
      const told = trouble.enrich({ readsTokens: () => true, signal: stop.signal });
      stop.abort(new Error('stopping'));
      await expect(told).rejects.toThrow('stopping');
    });
  });

  it('asks no floor for what has no price', async () => {
    const scene = createScene();
    expect(await scene.enrich([moveAlert({ tokens: [toldToken(bare)] })])).toMatchObject([
      { tokens: [facts] },
    ]);
    expect(scene.askedCollections).toEqual([]);
  });

  it('confirms a record only by the marketplace’s own numbers', async () => {
    const story = { bought: null, last: null, floor: null, record: true };
    const sold = [30n, 31n].map((price, number) => saleAlert(number, { item: soldItem({ price, story }) }));
    expect(await createScene().enrich(sold)).toMatchObject([
      { item: { story: { record: false } } },
      { item: { story: { record: true } } },
    ]);
    expect(await createScene(null).enrich(sold)).toMatchObject([
      { item: { ...facts, story: { record: false, floor: null } } },
      { item: { ...facts, story: { record: false, floor: null } } },
    ]);
  });

  it('holds a listing that is the floor itself against the floor before it, and a sale never', async () => {
    const floorBefore = { amount: 25n, until: listingAlert().occurredAt * 1_000 };
    const scene = createScene(worth({ floor: 20n, floorBefore }));
    const item = soldItem({ price: 20n });
    expect(await scene.enrich([listingAlert({ item }), saleAlert(1, { item })])).toMatchObject([
      { item: { ...facts, story: { floor: 25n } } },
      { item: { ...facts, story: { floor: 20n } } },
    ]);
  });

  it('asks for each token and each collection once', async () => {
    const scene = createScene();
    const other = soldItem({ ...bare, collection: address(0xf0) });
    await scene.enrich([
      saleAlert(1, { item: soldItem(bare) }),
      listingAlert({ item: soldItem(bare) }),
      saleAlert(2, { item: other }),
    ]);
    expect(scene.askedTokens).toHaveLength(2);
    expect(scene.askedCollections).toEqual([address(0xc0), address(0xf0)]);
  });

  it('looks up the first ten of many, unless a rule has to see them all', async () => {
    const scene = createScene();
    await scene.enrich([sweepAlert(25)]);
    expect(scene.askedTokens).toHaveLength(10);
    const thorough = createScene();
    await thorough.enrich([sweepAlert(25)], { readsTokens: () => true });
    expect(thorough.askedTokens).toHaveLength(25);
  });

  it('asks first for what rules have to see, for a bounded number of tokens, and few at a time', async () => {
    const scene = createScene();
    const many = Array.from({ length: 600 }, (_, number) => saleAlert(number));
    const last = saleAlert(9_999);
    await scene.enrich([...many, last], { readsTokens: (alert) => alert === last });
    expect(scene.askedTokens[0]).toBe('9999');
    // What is only nice to have is not worth making everybody wait.
    expect(scene.askedTokens).toHaveLength(1 + 64);
    expect(scene.mostUnderWay()).toBeLessThanOrEqual(16);
  });

  it('asks for up to 500 tokens that rules have to see', async () => {
    const scene = createScene();
    const many = Array.from({ length: 600 }, (_, number) => saleAlert(number));
    await scene.enrich(many, { readsTokens: () => true });
    expect(scene.askedTokens).toHaveLength(500);
  });

  it('tells a token that is not found as the feed told it', async () => {
    const tokens = { find: () => Promise.reject(new Error('nobody knows it')) };
    const alert = saleAlert(1);
    const [told] = await createScene().enrich([alert], { tokens });
    expect(told).toMatchObject({
      item: { tokenName: 'Punk #1', rarity: alert.item.rarity, story: { floor: 20n } },
    });
  });

  it('waits for no source that neither answers nor minds being called off', async () => {
    const scene = createScene();
    const never = new Promise<never>(() => undefined);
    const alerts = [saleAlert(1, { item: soldItem(bare) })];
    expect(await scene.enrich(alerts, { collections: { worth: () => never } })).toMatchObject([
      { item: { ...facts, story: { floor: null } } },
    ]);
    expect(await scene.enrich(alerts, { tokens: { find: () => never } })).toMatchObject([
      { item: { image: null, story: { floor: 20n } } },
    ]);
  }, 20_000);

  it('stops when it is told to', async () => {
    const stopping = AbortSignal.abort(new Error('stopping'));
    await expect(createScene().enrich([saleAlert(1)], { signal: stopping })).rejects.toThrow('stopping');
  });
});
