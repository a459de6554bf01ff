import { describe, expect, it } from 'vitest';
import { auctionAlert, noticeAlert, repeatTradesAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  prune,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  send,
  sixHoursAfter,
  statesOf,
  waitingKeys,
} from '../samples.ts';
import { trackedAuction } from './auctions.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { DRAFT, inputOf, SUBJECT } from './saved-inputs.ts';

const DAY_MS = 24 * 3_600_000;
const PAUSE = { state: 'paused', code: 50_013 } as const;

/** The contract of `HousekeepingStore`. */
export function describeHousekeeping(harness: StoreHarness): void {
  describe('deleting expired rows', () => {
    const given = storeForEachTest(harness);

    /** Deletes expired rows this many days after everything that these tests do. */
    function pruneAfter(days: number): Promise<number> {
      return prune(given.store, given.now + days * DAY_MS);
    }

    /** Whether the key of an alert is free again, so that the alert could be posted once more. */
    async function isForgotten(key: string): Promise<boolean> {
      return (await given.store.ingest(ingestionOf(salesFor([key], QUIET)))).length > 0;
    }

    it('has nothing to do in a new store', async () => {
      await expect(prune(given.store, given.now)).resolves.toBe(0);
    });

    it('deletes what was posted after 14 days, and its message', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await send(given.store, SALES, 2, { at: given.now });
      expect(await pruneAfter(13)).toBe(0);
      expect(await isForgotten('a')).toBe(false);
      expect(await pruneAfter(15)).toBe(5);
      expect(await isForgotten('a')).toBe(true);
    });

    it('deletes an alert 14 days after it was posted in the last of its channels', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES, GENERAL)));
      await send(given.store, SALES, 1, { at: given.now });
      await pruneAfter(15);
      expect(await isForgotten('a')).toBe(false);
      await send(given.store, GENERAL, 1, { at: given.now + 15 * DAY_MS });
      await pruneAfter(28);
      expect(await isForgotten('a')).toBe(false);
      await pruneAfter(30);
      expect(await isForgotten('a')).toBe(true);
    });

    it('deletes an alert without a delivery', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'])));
      expect(await pruneAfter(15)).toBe(1);
    });

    it('deletes what expired or was dropped, and messages that were given up', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], GENERAL, SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.release(post.id, { notBefore: 0, alone: false });
      await given.store.expire(GENERAL, sixHoursAfter(2_000));
      await given.store.removeSubscription('800000000000000001', 1);
      expect(await pruneAfter(15)).toBe(4 + 1 + 2 + 2);
    });

    it('keeps what was given up for 60 days', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await given.store.markDead((await begin(given.store, SALES, 1)).id, 'refused');
      await send(given.store, SALES, 1, { at: given.now });
      await pruneAfter(59);
      expect(await given.store.deadDeliveries([SALES], 0)).toMatchObject([{ count: 1 }]);
      expect(await isForgotten('a')).toBe(false);
      expect(await isForgotten('b')).toBe(true);
      await pruneAfter(61);
      expect(await given.store.deadDeliveries([SALES], 0)).toEqual([]);
    });

    it('never deletes what waits or is under way in an open channel, however old', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await begin(given.store, SALES, 1);
      await pruneAfter(1_000);
      const { unsettled, pending } = await given.store.channelWork(SALES, 10);
      expect(unsettled?.alerts).toHaveLength(1);
      expect(pending).toHaveLength(2);
    });

    it('deletes pending deliveries in a stopped channel that would expire, but not summarised ones', async () => {
      await given.store.ingest(ingestionOf(salesFor(['summarised'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await given.store.ingest(ingestionOf(salesFor(['late'], SALES)));
      await given.store.stopQueue(SALES, PAUSE);
      await pruneAfter(13);
      expect(await waitingKeys(given.store, SALES)).toEqual(['summarised', 'late']);
      await pruneAfter(15);
      expect(await waitingKeys(given.store, SALES)).toEqual(['summarised']);
    });

    it('never reuses the id of a deleted delivery, so that new ones are not taken for summarised', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await given.store.summariseWaiting(SALES, { includeUrgent: true });
      await send(given.store, SALES, 3, { layout: 'summary', at: given.now });
      await pruneAfter(15);
      await given.store.ingest(ingestionOf(salesFor(['d'], SALES)));
      expect((await given.store.channelWork(SALES, 10)).pending).toMatchObject([{ summarised: false }]);
    });

    it('deletes notices like everything that was posted', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopQueue(SALES, PAUSE);
      await given.store.postNotice(SALES, { alert: noticeAlert(), to: [noticeTo(GENERAL)] });
      await send(given.store, GENERAL, 1, { at: given.now });
      expect(await pruneAfter(13)).toBe(0);
      expect(await pruneAfter(15)).toBe(3);
    });

    describe('of a topic', () => {
      const topic = 'auction:a-1';
      const state = auctionAlert();

      async function showAuction(): Promise<void> {
        await given.store.ingest(ingestionOf([addressed(state, SALES)], { topics: [{ key: topic, state }] }));
        await send(given.store, SALES, 1, { at: given.now });
      }

      /** The topic changes, and a look shows whether there is a live message to be edited. */
      async function isLive(): Promise<boolean> {
        const changed = { key: topic, state: auctionAlert({ bidCount: 9 }) };
        await given.store.ingest({ ...statesOf(changed), at: given.now });
        return (await given.store.channelWork(SALES, 10)).staleMessages.length > 0;
      }

      it('abandons a live message when its topic has not changed for 14 days', async () => {
        await showAuction();
        await pruneAfter(15);
        expect(await isLive()).toBe(false);
      });

      it('keeps a live message while its topic goes on changing', async () => {
        await showAuction();
        const changed = { key: topic, state: auctionAlert({ bidCount: 8 }) };
        await given.store.ingest({ ...statesOf(changed), at: given.now + 10 * DAY_MS });
        await pruneAfter(20);
        expect(await isLive()).toBe(true);
      });

      it('keeps a live message while its auction is watched, however long nobody bids', async () => {
        await given.store.ingestAuctions(
          auctionIngestionOf([], { baseline: true, tracked: [trackedAuction('a-1')] }),
        );
        await showAuction();
        await pruneAfter(100);
        expect(await isLive()).toBe(true);
        await given.store.ingestAuctions(auctionIngestionOf([], { dropped: ['a-1'] }));
        await pruneAfter(100);
        expect(await isLive()).toBe(false);
      });

      it('has a message that waited in a stopped channel for longer than its topic changed posted up to date', async () => {
        await given.store.ingest(ingestionOf([addressed(state, SALES)], { topics: [{ key: topic, state }] }));
        await given.store.summariseWaiting(SALES, { includeUrgent: true });
        await given.store.stopQueue(SALES, PAUSE);
        await given.store.ingest(statesOf({ key: topic, state: auctionAlert({ bidCount: 7 }) }));
        await pruneAfter(30);
        await given.store.addSubscription(ruleFor(SALES));
        const { alerts } = await send(given.store, SALES, 1, { at: given.now });
        expect(alerts).toMatchObject([{ key: state.key, bidCount: 7 }]);
        expect((await given.store.channelWork(SALES, 1)).staleMessages).toEqual([]);
        await given.store.ingest(statesOf({ key: topic, state: auctionAlert({ bidCount: 8 }) }));
        const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
        expect(card).toMatchObject({ alerts: [{ bidCount: 8 }], changes: 1 });
      });

      it('deletes the state of a topic without any message', async () => {
        await given.store.ingest(
          statesOf({ key: 'repeat-trades:x:1', state: repeatTradesAlert({ liveKey: 'repeat-trades:x:1' }) }),
        );
        expect(await pruneAfter(13)).toBe(0);
        expect(await pruneAfter(15)).toBe(1);
      });
    });

    it('deletes gaps of the feed after 90 days', async () => {
      await given.store.ingest(ingestionOf([], { gap: { noticedAt: given.now, oldestReadAt: null } }));
      expect(await pruneAfter(89)).toBe(0);
      expect(await pruneAfter(91)).toBe(1);
      expect(await given.store.feedGaps(0)).toEqual([]);
    });

    it('deletes saved inputs after the time of their kind', async () => {
      const owner = { guildId: '800000000000000001', userId: '700000000000000001' };
      await given.store.saveInput('i', owner, SUBJECT, inputOf('{}'));
      await given.store.saveInput('d', owner, DRAFT, inputOf('{}'));
      expect(await pruneAfter(0.9 / 24)).toBe(0);
      expect(await pruneAfter(1 / 24)).toBe(1);
      expect(await pruneAfter(0.9)).toBe(0);
      expect(await pruneAfter(1)).toBe(1);
    });

    it('goes in steps of a few hundred rows, each a part of the pass', async () => {
      const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
      await given.store.ingest(ingestionOf(salesFor(keys)));
      const steps = [];
      do steps.push(await given.store.prune(given.now + 15 * DAY_MS));
      while (steps.at(-1)?.more === true);
      expect(Math.max(...steps.map(({ removed }) => removed))).toBeLessThan(500);
      expect(steps.filter(({ removed }) => removed > 0).length).toBeGreaterThan(2);
      expect(steps.reduce((sum, { removed }) => sum + removed, 0)).toBe(1_000);
    });
  });

  describe('releasing space', () => {
    const given = storeForEachTest(harness);

    it('changes nothing that can be seen', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.reclaimSpace();
      await given.store.reclaimSpace();
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });
  });
}
