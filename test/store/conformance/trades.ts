import { describe, expect, it } from 'vitest';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { repeatTradesAlert } from '../../support/build-alert.ts';
import { ingestionOf, prune, statesOf } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const DERPS: Address = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const APES: Address = '0x00000000000000000000000000000000000000aa';

function trade(key: string, at: number, changes: Partial<Trade> = {}): Trade {
  const token = { collection: DERPS, tokenId: '1', seller: APES, buyer: null };
  return { key, at, price: 1n, quantity: 1n, ...token, ...changes };
}

/** The part of `FeedStore` that stores sales. */
export function describeTrades(harness: StoreHarness): void {
  describe('stored trades', () => {
    const given = storeForEachTest(harness);

    /** Ingests the trades at the second `at`. */
    async function save(at: number, ...trades: readonly Trade[]): Promise<void> {
      await given.store.ingest(ingestionOf([], { at: at * 1_000, trades }));
    }

    async function keysOf(tokenId: string, collection = DERPS): Promise<unknown> {
      const [history] = await given.store.tradeHistories([{ collection, tokenId }]);
      return history?.trades.map(({ key }) => key);
    }

    it('is empty for a token that was never traded', async () => {
      await expect(given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }])).resolves.toEqual([
        { trades: [], repeatTrades: [], highest: null },
      ]);
    });

    it('shows the last ones, of all collections or of some', async () => {
      await save(10, trade('a', 5), trade('b', 6, { collection: APES }));
      await save(20, trade('c', 1));
      const keys = async (collections: readonly Address[] | null, limit = 10) =>
        (await given.store.recentTrades(collections, limit)).map(({ key }) => key);
      expect(await keys(null)).toEqual(['c', 'b', 'a']);
      expect(await keys(null, 2)).toEqual(['c', 'b']);
      expect(await keys([DERPS])).toEqual(['c', 'a']);
      expect(await keys([])).toEqual([]);
    });

    it('shows those of a token, oldest first', async () => {
      await save(10, trade('a', 5, { tokenId: '7' }), trade('b', 6, { tokenId: '8' }));
      await save(20, trade('c', 1, { tokenId: '7' }), trade('d', 9, { tokenId: '7', collection: APES }));
      const found = await given.store.salesOfToken(DERPS, '7');
      expect(found.map(({ key }) => key)).toEqual(['c', 'a']);
    });

    it('shows those of a period, oldest first, of all collections or of some', async () => {
      const of = { collection: APES };
      await save(10, trade('a', 5), trade('b', 6, of), trade('c', 4));
      await save(20, trade('d', 6), trade('e', 9, of));
      const keys = async (collections: readonly Address[] | null, from = 5, to = 9) =>
        (await given.store.salesBetween({ collections, from, to })).map(({ key }) => key);
      expect(await keys(null)).toEqual(['a', 'b', 'd']);
      expect(await keys([DERPS])).toEqual(['a', 'd']);
      expect(await keys([APES, DERPS, APES], 6, 10)).toEqual(['b', 'd', 'e']);
      expect(await keys([])).toEqual([]);
    });

    it('shows every one of a period with more than are read at once', async () => {
      // Many have the same second, also where a page ends.
      const many = Array.from({ length: 4_500 }, (_, index) => trade(`t${index}`, Math.floor(index / 900)));
      await save(10, ...many);
      const sales = await given.store.salesBetween({ collections: null, from: 0, to: 10 });
      expect(sales.map(({ key }) => key)).toEqual(many.map(({ key }) => key));
    });

    it('shows what it was given, token by token in the order asked for', async () => {
      const large = trade('b', 5, { tokenId: '2', price: 2n ** 100n, quantity: 3n, buyer: DERPS });
      const unpriced = trade('a', 5, { price: null, seller: null, share: 7n });
      await save(10, unpriced, large);
      await expect(
        given.store.tradeHistories([
          { collection: DERPS, tokenId: '2' },
          { collection: APES, tokenId: '2' },
          { collection: DERPS, tokenId: '1' },
        ]),
      ).resolves.toEqual([
        { trades: [large], repeatTrades: [], highest: 2n ** 100n },
        { trades: [], repeatTrades: [], highest: null },
        { trades: [unpriced], repeatTrades: [], highest: 2n ** 100n },
      ]);
    });

    it('holds a trade once, however often it is given', async () => {
      await save(10, trade('a', 5), trade('a', 7, { price: 99n }));
      const [history] = await given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }]);
      expect(history).toMatchObject({ trades: [trade('a', 5)], highest: 1n });
    });

    it('shows the newest trade and those of the 24 hours before it, newest first', async () => {
      await save(
        3 * DAY,
        trade('new', 2 * DAY),
        trade('in', DAY),
        trade('out', DAY - 1),
        trade('mid', DAY + 9),
      );
      expect(await keysOf('1')).toEqual(['new', 'mid', 'in']);
    });

    it('shows the newest trade however old it is', async () => {
      await save(1_000 * DAY, trade('old', DAY));
      expect(await keysOf('1')).toEqual(['old']);
    });

    it('shows 500 trades of a token at most', async () => {
      const many = Array.from({ length: 501 }, (_, index) => trade(`t${index}`, DAY + index));
      await save(2 * DAY, ...many);
      const [history] = await given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }]);
      expect(history?.trades).toHaveLength(500);
      expect(history?.trades.at(-1)?.key).toBe('t1');
    });

    it('compares prices as numbers and not as texts', async () => {
      await save(
        10,
        trade('a', 1, { price: 9n }),
        trade('b', 2, { price: 10n }),
        trade('c', 3, { price: 8n }),
      );
      const [history] = await given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }]);
      expect(history?.highest).toBe(10n);
    });

    it('leaves revoked trades out of everything, the highest price included', async () => {
      const high = trade('c', 7, { price: 1_000n });
      const ofOthers = trade('d', 8, { price: 5n, collection: APES });
      await save(10, trade('a', 5, { price: 90n }), trade('b', 6, { price: 100n }), high, ofOthers);
      const revoke = (...revokedTrades: readonly string[]) =>
        given.store.ingest(ingestionOf([], { at: 20_000, revokedTrades }));
      const highest = async (collection = DERPS) =>
        (await given.store.tradeHistories([{ collection, tokenId: '1' }]))[0]?.highest;

      await revoke('c', 'nobody knows this one');
      expect(await highest()).toBe(100n);
      expect(await keysOf('1')).toEqual(['b', 'a']);
      const sales = await given.store.salesBetween({ collections: null, from: 0, to: 100 });
      expect(sales.map(({ key }) => key)).toEqual(['a', 'b', 'd']);

      await revoke('a');
      expect(await highest()).toBe(100n);
      await revoke('d');
      expect(await highest(APES)).toBeNull();

      await save(30, high);
      expect(await highest()).toBe(1_000n);
    });

    it('keeps the newest trade and the day before it however long nothing is traded, and the highest price', async () => {
      await save(DAY, trade('high', 1, { price: 50n }), trade('a', 3 * DAY), trade('b', 3 * DAY + HOUR));
      for (const days of [92, 93, 94, 200]) {
        await save(days * DAY, trade(`other ${days}`, days * DAY, { tokenId: '2' }));
        await prune(given.store, days * DAY * 1_000);
      }
      expect(await keysOf('1')).toEqual(['b', 'a']);
      const [history] = await given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }]);
      expect(history?.highest).toBe(50n);
    });

    it('include the token’s repeat trades in their latest state, and those of no other token', async () => {
      const repeatTrades = (key: string, change: Parameters<typeof repeatTradesAlert>[0]) => ({
        key,
        state: repeatTradesAlert({ liveKey: key, ...change }),
      });
      const mine = `repeat-trades:${DERPS}-1:x:y:1`;
      await save(3 * DAY, trade('a', 2 * DAY));
      await given.store.ingest(
        statesOf(
          repeatTrades(mine, { count: 3, occurredAt: 2 * DAY }),
          repeatTrades(`repeat-trades:${DERPS}-1:x:y:0`, { occurredAt: DAY - 1 }),
          repeatTrades(`repeat-trades:${DERPS}-12:x:y:1`, { occurredAt: 2 * DAY }),
          repeatTrades(`repeat-trades:${APES}-1:x:y:1`, { occurredAt: 2 * DAY }),
        ),
      );
      await given.store.ingest(statesOf(repeatTrades(mine, { count: 4, occurredAt: 2 * DAY })));
      const [history] = await given.store.tradeHistories([{ collection: DERPS, tokenId: '1' }]);
      expect(history?.repeatTrades).toEqual([
        repeatTradesAlert({ liveKey: mine, count: 4, occurredAt: 2 * DAY }),
      ]);
    });
  });
}
