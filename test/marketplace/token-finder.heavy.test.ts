import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import type { MarketplaceClient } from '#src/marketplace/client.ts';
import { BadResponse, NotFound, Unavailable } from '#src/marketplace/errors.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { createTokenFinder, type TokenFinder } from '#src/marketplace/token-finder.ts';
import { seeded } from '../../bench/harness/random.ts';
import { ID_SHAPES } from '../../bench/id-shapes.ts';
import { toToken } from '../support/read-resources.ts';
import { cases } from '../support/thorough.ts';

const ROUNDS = cases(100, 1_000);
const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';

interface Listing {
  finder: TokenFinder;
  /** Requested pages, in order. */
  readonly asked: number[];
  ids: readonly bigint[];
  time: number;
  /** A new finder with an empty cache, over the same list. */
  forget(): void;
}

interface Behaviour {
  readonly maxPerPage?: number;
  readonly reportsTotal?: boolean;
  readonly sorts?: boolean;
  readonly ignoresPage?: boolean;
  readonly fails?: () => boolean;
}

/** A list of tokens with these ids, served in pages as the marketplace does. */
function listing(ids: readonly bigint[], behaviour: Behaviour = {}): Listing {
  const asked: number[] = [];
  const state = { asked, ids, time: 1_000 };
  const tokens: MarketplaceClient['tokens'] = async (collection, { page = 1, limit = 50 }, options) => {
    asked.push(page);
    await Promise.resolve();
    options?.signal?.throwIfAborted();
    if (behaviour.fails?.() === true) throw new Unavailable('test');
    const size = Math.min(limit, behaviour.maxPerPage ?? Infinity);
    const start = behaviour.ignoresPage === true ? 0 : (page - 1) * size;
    const items = state.ids.slice(start, start + size).flatMap((id) => {
      const token = toToken({ tokenId: id.toString() }, collection, state.time, isCoinOf('S'));
      return token === null ? [] : [token];
    });
    const hasNext = start + size < state.ids.length && items.length > 0;
    const total = behaviour.reportsTotal === false ? null : state.ids.length;
    return { items, page, total, hasNext, unreadable: 0, sorted: null };
  };
  const create = (): TokenFinder => createTokenFinder({ client: { tokens }, now: () => state.time });
  return Object.assign(state, {
    finder: create(),
    forget() {
      asked.length = 0;
      this.finder = create();
    },
  });
}

function range(count: number, start = 0): bigint[] {
  return Array.from({ length: count }, (_unused, index) => BigInt(start + index));
}

describe('finding a token', () => {
  it.each([0, 1])('among contiguous ids from %i takes one request, wherever it stands', async (start) => {
    const list = listing(range(10_000, start));
    for (const id of [...range(250, start), 4_200n, 9_899n, 9_900n, 9_998n, 9_999n]) {
      list.forget();
      const token = await list.finder.find(COLLECTION, id.toString());
      expect(token.tokenId).toBe(id.toString());
      expect(list.asked).toHaveLength(1);
    }
  });

  it.each([0.1, 0.3, 0.66])(
    'among 10,000 ids of which %d are missing takes 4 requests at the median and 8 at the worst',
    async (missing) => {
      const chance = seeded(1 + missing);
      const ids = range(60_000)
        .filter(() => chance() >= missing)
        .slice(0, 10_000);
      const list = listing(ids);
      const counts: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        list.forget();
        await list.finder.find(COLLECTION, String(ids[Math.floor(chance() * ids.length)]));
        counts.push(list.asked.length);
      }
      counts.sort((a, b) => a - b);
      expect(counts[ROUNDS / 2]).toBeLessThanOrEqual(4);
      expect(counts.at(-1)).toBeLessThanOrEqual(8);
    },
  );

  it.each(Object.entries(ID_SHAPES))(
    'among 10,000 ids that are numbered as "%s" takes 8 requests at the worst',
    async (_shape, idsOf) => {
      const chance = seeded(5);
      const ids = idsOf(10_000, chance);
      const list = listing(ids);
      for (let round = 0; round < 40; round += 1) {
        list.forget();
        await list.finder.find(COLLECTION, String(ids[Math.floor(chance() * ids.length)]));
        expect(list.asked.length).toBeLessThanOrEqual(8);
      }
    },
  );

  const ids = fc.uniqueArray(
    fc.oneof(fc.bigInt({ min: 0n, max: 3_000n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
    { maxLength: 700 },
  );
  const behaviour = fc.record({ maxPerPage: fc.integer({ min: 3, max: 120 }), reportsTotal: fc.boolean() });

  it('finds what is there, however the ids are spread, whatever page size the server allows', async () => {
    await fc.assert(
      fc.asyncProperty(ids, behaviour, fc.nat(), async (unsorted, how, pick) => {
        fc.pre(unsorted.length > 0);
        const sorted = unsorted.toSorted((a, b) => Number(a > b) - Number(a < b));
        const list = listing(sorted, how);
        const wanted = String(sorted[pick % sorted.length]);
        expect((await list.finder.find(COLLECTION, wanted)).tokenId).toBe(wanted);
      }),
    );
  });

  it('reports a missing token as missing', async () => {
    await fc.assert(
      fc.asyncProperty(ids, behaviour, fc.bigInt({ min: 0n, max: 4_000n }), async (unsorted, how, absent) => {
        const sorted = unsorted
          .filter((id) => id !== absent)
          .toSorted((a, b) => Number(a > b) - Number(a < b));
        await expect(listing(sorted, how).finder.find(COLLECTION, String(absent))).rejects.toBeInstanceOf(
          NotFound,
        );
      }),
    );
  });

  it('caches all tokens of a page for ten minutes', async () => {
    const list = listing(range(1_000));
    await list.finder.find(COLLECTION, '410');
    await list.finder.find(COLLECTION, '477');
    list.time += 599_000;
    await list.finder.find(COLLECTION, '499');
    expect(list.asked).toEqual([5]);
    list.time += 1_000;
    await list.finder.find(COLLECTION, '499');
    expect(list.asked).toEqual([5, 5]);
  });

  it.each([range(1_000), range(1_000).map((id) => id * 3n)])(
    'shares one search among ten sales of one page',
    async (...all) => {
      const list = listing(all);
      const wanted = all.slice(310, 320).map(String);
      const alone = await list.finder.find(COLLECTION, wanted[0] ?? '').then(() => list.asked.length);
      list.forget();
      const tokens = await Promise.all(wanted.map((id) => list.finder.find(COLLECTION, id)));
      expect(tokens.map((token) => token.tokenId)).toEqual(wanted);
      expect(list.asked).toHaveLength(alone);
    },
  );

  it('reads the page of a cached token again when it has to be fresh', async () => {
    const list = listing(range(1_000));
    await list.finder.find(COLLECTION, '410');
    await list.finder.find(COLLECTION, '410', { fresh: true });
    expect(list.asked).toEqual([5, 5]);
    list.ids = range(1_000).filter((id) => id !== 410n);
    await expect(list.finder.find(COLLECTION, '410', { fresh: true })).rejects.toBeInstanceOf(NotFound);
    list.ids = range(1_000).filter((id) => id > 150n);
    expect((await list.finder.find(COLLECTION, '420', { fresh: true })).tokenId).toBe('420');
  });

  it('finds a token that was minted after the list was read', async () => {
    const list = listing(range(150));
    await list.finder.find(COLLECTION, '149');
    list.time += 60_000;
    list.ids = range(180);
    expect((await list.finder.find(COLLECTION, '170')).tokenId).toBe('170');
  });

  it('finds a token that moved to another page when others were burnt', async () => {
    const list = listing(range(1_000));
    await list.finder.find(COLLECTION, '150');
    list.time += 60_000;
    list.ids = range(1_000).filter((id) => id > 40n);
    await list.finder.find(COLLECTION, '260');
    expect((await list.finder.find(COLLECTION, '220')).tokenId).toBe('220');
  });

  it('keeps a token that moved to a page read later when the page that it was on is forgotten', async () => {
    const list = listing(range(1_000));
    await list.finder.find(COLLECTION, '550');
    list.time += 300_000;
    list.ids = range(1_000).filter((id) => id >= 40n);
    await list.finder.find(COLLECTION, '450');
    list.time += 300_000;
    const asked = list.asked.length;
    expect((await list.finder.find(COLLECTION, '510')).tokenId).toBe('510');
    expect(list.asked).toHaveLength(asked);
  });

  it('reads the list from its start when the server does not sort', async () => {
    const chance = seeded(3);
    const shuffled = range(500).toSorted(() => chance() - 0.5);
    const list = listing(shuffled);
    for (const id of range(500, 0))
      expect((await list.finder.find(COLLECTION, String(id))).tokenId).toBe(String(id));
    await expect(list.finder.find(COLLECTION, '777')).rejects.toBeInstanceOf(NotFound);
  });

  it('rejects for a list that is neither sorted nor short', async () => {
    const chance = seeded(4);
    const list = listing(range(30_000).toSorted(() => chance() - 0.5));
    await expect(list.finder.find(COLLECTION, '99999')).rejects.toBeInstanceOf(BadResponse);
    expect(list.asked.length).toBeLessThanOrEqual(110);
  });

  it('does not read on when the server ignores the page number', async () => {
    const list = listing(range(500), { ignoresPage: true });
    await expect(list.finder.find(COLLECTION, '450')).rejects.toBeInstanceOf(NotFound);
    expect(list.asked.length).toBeLessThanOrEqual(6);
  });

  it('forgets what it read longest ago beyond 20,000 tokens', async () => {
    const list = listing(range(40_000));
    for (let id = 0; id < 30_000; id += 100) await list.finder.find(COLLECTION, String(id + 50));
    const before = list.asked.length;
    await list.finder.find(COLLECTION, '29999');
    expect(list.asked).toHaveLength(before);
    await list.finder.find(COLLECTION, '50');
    expect(list.asked.length).toBeGreaterThan(before);
  });

  it('throws what the client throws, and tries again the next time', async () => {
    let down = true;
    const list = listing(range(100), { fails: () => down });
    await expect(list.finder.find(COLLECTION, '5')).rejects.toBeInstanceOf(Unavailable);
    down = false;
    expect((await list.finder.find(COLLECTION, '5')).tokenId).toBe('5');
  });

  it('ends for the caller whose signal aborts, and goes on for the others', async () => {
    const list = listing(range(100));
    const controller = new AbortController();
    const leaving = list.finder.find(COLLECTION, '5', { signal: controller.signal });
    const staying = list.finder.find(COLLECTION, '6');
    controller.abort('enough');
    await expect(leaving).rejects.toBe('enough');
    expect((await staying).tokenId).toBe('6');
    expect(list.asked).toHaveLength(1);
  });

  it('ends for a caller that waits for the search of another', async () => {
    const list = listing(range(100));
    const controller = new AbortController();
    const first = list.finder.find(COLLECTION, '5');
    const waiting = list.finder.find(COLLECTION, '777', { signal: controller.signal });
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect((await first).tokenId).toBe('5');
  });

  it('does not return another token for one that does not exist', async () => {
    const list = listing(range(100));
    const [absent, present] = await Promise.allSettled(
      ['777', '42'].map((id) => list.finder.find(COLLECTION, id)),
    );
    expect(absent).toMatchObject({ status: 'rejected', reason: expect.any(NotFound) });
    expect(present).toMatchObject({ status: 'fulfilled', value: { tokenId: '42' } });
  });
});
