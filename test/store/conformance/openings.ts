import { describe, expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Store } from '#src/store/open.ts';
import { begin, ingestionOf, salesFor } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { ANN, BOB, watchOf } from './watchers.ts';

/** A minute, and the two seconds by which Discord’s time may be wrong. */
const WINDOW_MS = 62_000;
const GRANTED = { type: 'granted' };

/** The opening of direct messages, and what follows when Discord refuses them. */
export function describeOpenings(harness: StoreHarness): void {
  describe('the opening of direct messages', () => {
    const given = storeForEachTest(harness);

    it('is not tried for somebody who watches nothing any more', async () => {
      const { subscription } = await given.store.addSubscription(watchOf(ANN));
      await given.store.reviseSubscriptions(personTarget(ANN), { remove: [subscription.id] }, given.now);
      await expect(given.store.people.claimOpening(ANN, 5_000_000)).resolves.toEqual({ type: 'unknown' });
    });

    it('may be tried for ten people in any minute, again after a restart', async () => {
      const people = Array.from({ length: 12 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      const [first = '', eleventh = '', twelfth = ''] = [people[0], people[10], people[11]];
      for (const [index, userId] of people.slice(0, 10).entries())
        await expect(given.store.people.claimOpening(userId, 5_000_000 + index)).resolves.toEqual(GRANTED);

      const { people: reopened } = await given.reopen();

      await expect(reopened.claimOpening(eleventh, 5_000_010)).resolves.toEqual({
        type: 'later',
        at: 5_000_000 + WINDOW_MS,
      });
      // Another try for one of the ten is no further person.
      await expect(reopened.claimOpening(first, 5_000_011)).resolves.toEqual(GRANTED);
      await expect(reopened.claimOpening(eleventh, 5_000_000 + WINDOW_MS)).resolves.toEqual({
        type: 'later',
        at: 5_000_001 + WINDOW_MS,
      });
      await expect(reopened.claimOpening(eleventh, 5_000_001 + WINDOW_MS)).resolves.toEqual(GRANTED);
      await expect(reopened.claimOpening(twelfth, 5_000_001 + WINDOW_MS)).resolves.toEqual({
        type: 'later',
        at: 5_000_002 + WINDOW_MS,
      });
    });

    it('is counted with those for notices, to people who may watch nothing', async () => {
      await given.store.addSubscription(watchOf(ANN));
      const { people } = given.store;
      await expect(people.claimOpening(ANN, 5_000_000)).resolves.toEqual(GRANTED);
      for (let person = 0; person < 9; person += 1)
        await expect(people.claimNoticeOpening(`80000000000000001${person}`, 5_000_000)).resolves.toEqual(
          GRANTED,
        );
      const later = { type: 'later', at: 5_000_000 + WINDOW_MS };

      await expect(people.claimNoticeOpening(BOB, 5_000_001)).resolves.toEqual(later);
      await expect(people.claimNoticeOpening('800000000000000010', 5_000_001)).resolves.toEqual(GRANTED);
      await given.store.addSubscription(watchOf(BOB));
      await expect(people.claimOpening(BOB, 5_000_001)).resolves.toEqual(later);

      await expect(people.claimNoticeOpening(BOB, later.at)).resolves.toEqual(GRANTED);
      await expect(people.find('800000000000000010')).resolves.toBeNull();
    });

    it('counts those of people who were forgotten since, without saying whose they were', async () => {
      const people = Array.from({ length: 11 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      for (const userId of people.slice(0, 10))
        await expect(given.store.people.claimOpening(userId, 5_000_000)).resolves.toEqual(GRANTED);
      for (const userId of people.slice(0, 3)) await given.store.people.forget(userId);

      await expect(given.store.people.claimOpening(people[10] ?? '', 5_000_001)).resolves.toEqual({
        type: 'later',
        at: 5_000_000 + WINDOW_MS,
      });
    });

    it('goes to ten of many who ask at once', async () => {
      const people = Array.from({ length: 15 }, (_, index) => `7000000000000001${10 + index}`);
      for (const userId of people) await given.store.addSubscription(watchOf(userId));
      const answers = await Promise.all(
        people.map((userId) => given.store.people.claimOpening(userId, 5_000_000)),
      );
      expect(answers.filter(({ type }) => type === 'granted')).toHaveLength(10);
    });
  });

  describe('a person whom Discord refuses messages to', () => {
    const given = storeForEachTest(harness);
    const target = personTarget(ANN);
    const stop = { state: 'paused', code: 50_007 } as const;

    it('is told once, with the number of watches that wait', async () => {
      await given.store.addSubscription(watchOf(ANN));
      const { subscription } = await given.store.addSubscription(watchOf(ANN, { topics: ['listing'] }));
      await given.store.pauseSubscription(target, subscription.id, given.now);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toBeNull();
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      given.now = 7_000_000;
      await given.store.stopQueue(target, { ...stop, code: 50_278 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(true);
      await expect(given.store.people.hasRefusalToTell(BOB)).resolves.toBe(false);

      const taken = await Promise.all([
        given.store.people.takeRefusalToTell(ANN),
        given.store.people.takeRefusalToTell(ANN),
      ]);

      expect(taken.filter((one) => one !== null)).toEqual([
        { code: 50_278, since: 6_000_000, pausedWatches: 1 },
      ]);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await expect(given.store.people.takeRefusalToTell(BOB)).resolves.toBeNull();
    });

    it('is not told again when a message from before the refusal is found', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], target)));
      const { id } = await begin(given.store, target, 1, { at: 5_900_000 });
      await given.store.markAmbiguous(id);
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      await given.store.people.takeRefusalToTell(ANN);

      given.now = 6_100_000;
      await given.store.markSent(id, { messageId: 'm1', at: 6_100_000, publish: false, isFound: true });
      given.now = 6_200_000;
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);

      // One that was first tried after it shows that messages are accepted again.
      given.now += DAY_MS;
      await given.store.openForRetry(10);
      const { id: later } = await begin(given.store, target, 1, { at: given.now });
      await given.store.markSent(later, { messageId: 'm2', at: given.now, publish: false, isFound: true });
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(true);
    });

    it('is told again what did not reach them, unless that refusal is over', async () => {
      await given.store.addSubscription(watchOf(ANN));
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      const taken = await given.store.people.takeRefusalToTell(ANN);

      await given.store.people.returnRefusalToTell(ANN, { since: 5_999_999 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
      await given.store.people.returnRefusalToTell(ANN, { since: 6_000_000 });
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toEqual(taken);

      await given.store.people.resume(ANN);
      await given.store.people.returnRefusalToTell(ANN, { since: 6_000_000 });
      await expect(given.store.people.hasRefusalToTell(ANN)).resolves.toBe(false);
    });

    it('causes no notice', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.stopQueue(target, stop);
      await expect(given.store.hasNotices()).resolves.toBe(false);
      await expect(given.store.dueNotices()).resolves.toEqual([]);
    });

    it.each([
      ['they resume', (store: Store) => store.people.resume(ANN)],
      ['they add a watch', (store: Store) => store.addSubscription(watchOf(ANN, { topics: ['listing'] }))],
    ])('goes on when %s, and is told of the next refusal', async (_, resume) => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a'], target)));
      await given.store.stopQueue(target, stop);
      await given.store.people.takeRefusalToTell(ANN);
      await expect(given.store.channelsWithWork()).resolves.toEqual([]);

      await resume(given.store);

      await expect(given.store.channelsWithWork()).resolves.toEqual([target]);
      await expect(given.store.people.find(ANN)).resolves.toMatchObject({ refusedSince: null });
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.takeRefusalToTell(ANN)).resolves.toMatchObject({ code: 50_007 });
    });

    it('has nothing to resume without a watch', async () => {
      await expect(given.store.people.resume(ANN)).resolves.toBe(false);
      await expect(given.store.people.find(ANN)).resolves.toBeNull();
    });

    it('is found once that was so for a time', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.addSubscription(watchOf(BOB));
      given.now = 6_000_000;
      await given.store.stopQueue(target, stop);
      await expect(given.store.people.refusedSince(6_000_000, 10)).resolves.toEqual([]);
      await expect(given.store.people.refusedSince(6_000_001, 10)).resolves.toEqual([ANN]);
      await expect(given.store.people.refusedSince(6_000_001, 0)).resolves.toEqual([]);
    });
  });

  describe('a message to a person that cannot be verified', () => {
    const given = storeForEachTest(harness);

    it('is given up, because nobody can be asked', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['a'], target)));
      const post = await begin(given.store, target);
      await expect(given.store.holdPost(post.id, 'unreadable')).resolves.toBe('given up');
      await expect(given.store.queueStatuses([target])).resolves.toMatchObject([{ state: 'open' }]);
    });
  });
}
