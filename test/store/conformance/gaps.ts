import { describe, expect, it } from 'vitest';
import type { Trade } from '../../../src/alerts/trade.ts';
import type { Address } from '../../../src/chain/address.ts';
import type { ReadingSpan } from '../../../src/store/model/gap-size.ts';
import { ingestionOf, prune } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const FOXES: Address = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const APES: Address = '0x00000000000000000000000000000000000000aa';

/** Sales of foxes at these seconds. */
const tradesAt = (...seconds: readonly number[]): Trade[] =>
  seconds.map((at, place) => ({
    ...{ key: `t${at}-${place}`, collection: FOXES, tokenId: '1', seller: null, buyer: null },
    ...{ price: 1n, quantity: 1n, at },
  }));

const SPAN: ReadingSpan = {
  control: null,
  before: 1_000_000,
  after: 2_000_000,
  earlier: 300_000,
  later: 60_000,
};

/** The contract of `GapStore`. */
export function describeGaps(harness: StoreHarness): void {
  describe('the size of gaps', () => {
    const given = storeForEachTest(harness);

    const note = (askedAt: number, foxes: number, apes = 0) =>
      given.store.noteSales({
        askedAt,
        totals: [
          { collection: FOXES, total: foxes },
          { collection: APES, total: apes },
        ],
      });
    const gapAt = (noticedAt: number) =>
      given.store.ingest(ingestionOf([], { at: noticedAt, gap: { noticedAt, oldestReadAt: null } }));

    it('is open from the moment at which a gap is noticed, since the last ingestion before it', async () => {
      await gapAt(1_000);
      await given.store.ingest(ingestionOf([], { at: 2_000, seen: ['a'] }));
      await gapAt(3_000);
      await note(500, 1);
      expect(await given.store.openGaps()).toEqual({
        gaps: [
          { id: 1, since: null, noticedAt: 1_000 },
          { id: 2, since: 2_000, noticedAt: 3_000 },
        ],
        readings: [500],
        closedUntil: null,
      });
    });

    it('is saved with the last of the gaps that are closed together, largest first', async () => {
      for (const noticedAt of [1_000, 2_000, 3_000]) await gapAt(noticedAt);
      const sizes = [
        { collection: APES, atLeast: 2, atMost: 2 },
        { collection: FOXES, atLeast: 12, atMost: 14 },
      ];
      await given.store.closeGaps([1, 2], sizes);
      expect(await given.store.openGaps()).toEqual({
        gaps: [{ id: 3, since: 2_000, noticedAt: 3_000 }],
        readings: [],
        closedUntil: 2_000,
      });
      expect((await given.store.feedGaps(0)).map((gap) => gap.sizes)).toEqual([[], sizes.toReversed(), []]);
    });

    it('goes with its gap after 90 days', async () => {
      await gapAt(given.now);
      await given.store.closeGaps([1], [{ collection: APES, atLeast: 2, atMost: 2 }]);
      await prune(given.store, given.now + 91 * 24 * 3_600_000);
      expect(await given.store.feedGaps(0)).toEqual([]);
    });

    it('keeps twelve readings, however far they are apart', async () => {
      for (let at = 1; at <= 14; at += 1) await note(at * 1_000_000, at);
      const { readings } = await given.store.openGaps();
      expect(readings).toEqual(Array.from({ length: 12 }, (_, place) => (place + 3) * 1_000_000));
    });

    it('is estimated from collections whose total grew', async () => {
      await note(1_000_000, 10, 5);
      await note(2_000_000, 30, 5);
      expect(await given.store.gapEvidence(SPAN)).toEqual([
        { collection: FOXES, counted: 20, shown: { fewest: 0, most: 0 }, shrank: false, control: null },
      ]);
    });

    it('counts sales by their own time, in the narrowest and the widest span that the totals can be of', async () => {
      await note(1_000_000, 0);
      await note(2_000_000, 9);
      // Totals of 700 to 1,060 at first, and of 1,700 to 2,060 then.
      const trades = tradesAt(700, 701, 1_060, 1_061, 1_700, 1_701, 2_060, 2_061);
      await given.store.ingest(ingestionOf([], { trades }));
      expect(await given.store.gapEvidence(SPAN)).toMatchObject([{ shown: { fewest: 2, most: 6 } }]);
    });

    it('shows whether a total fell in between', async () => {
      await note(1_000_000, 5);
      await note(1_500_000, 3);
      await note(2_000_000, 9);
      expect(await given.store.gapEvidence(SPAN)).toMatchObject([{ shrank: true }]);
    });

    it('has a time before it as its control', async () => {
      await note(100_000, 1);
      await note(1_000_000, 3);
      await note(2_000_000, 9);
      await given.store.ingest(ingestionOf([], { trades: tradesAt(200, 900) }));
      expect(await given.store.gapEvidence({ ...SPAN, control: 100_000 })).toMatchObject([
        { counted: 6, control: { counted: 2, shown: { fewest: 1, most: 2 } } },
      ]);
    });

    it('leaves out a collection that is missing in one of the readings', async () => {
      await given.store.noteSales({ askedAt: 1_000_000, totals: [{ collection: APES, total: 1 }] });
      await note(2_000_000, 9, 2);
      expect(await given.store.gapEvidence(SPAN)).toMatchObject([{ collection: APES, counted: 1 }]);
    });
  });
}
