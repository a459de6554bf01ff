import { describe, expect, it } from 'vitest';
import type { ChannelFacts } from '#src/store/model/channel-facts.ts';
import { HELD_CODES } from '#src/store/model/held.ts';
import { begin, GENERAL, ingestionOf, ruleFor, SALES, salesFor } from '../samples.ts';
import { type CurrentStore, type StoreHarness, storeForEachTest } from './harness.ts';

const GUILD = ruleFor(SALES).guildId;
const ROLE = '600000000000000001';
const OTHER_ROLE = '600000000000000002';
const ALLOWED: ChannelFacts = {
  missingPermissions: [],
  isHistoryReadable: true,
  isPublishing: false,
  isAttachingFiles: true,
  missingRoleIds: [],
};
const PAUSE = { state: 'paused', code: 50_013 } as const;

const recordedOf = async ({ store }: CurrentStore) =>
  (await store.channelsToCheck([GUILD])).find(({ channelId }) => channelId === SALES)?.recorded ?? null;

async function record({ store }: CurrentStore, facts: ChannelFacts | null): Promise<void> {
  await store.recordFacts([{ channelId: SALES, guildId: GUILD, facts }]);
}

/** The contract of what the holder of a shard records of channels, for the sender. */
export function describeChannelFacts(harness: StoreHarness): void {
  describe('what is known of a channel', () => {
    const given = storeForEachTest(harness);

    it('is nothing at first, and comes with the work of its queue', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      const before = (await given.store.channelWork(SALES, 1)).target;
      await record(given, {
        ...ALLOWED,
        isPublishing: true,
        isAttachingFiles: false,
        missingRoleIds: [ROLE],
      });
      const after = (await given.store.channelWork(SALES, 1)).target;
      expect(before).toEqual({ guildId: GUILD, facts: null, person: null });
      expect(after).toEqual({
        guildId: GUILD,
        facts: {
          ...ALLOWED,
          isPublishing: true,
          isAttachingFiles: false,
          missingRoleIds: [ROLE],
          checkedAt: given.now,
        },
        person: null,
      });
    });

    it('is checked with the roles that its rules and its settings ping', async () => {
      await given.store.addSubscription(ruleFor(SALES, { pingRoles: [ROLE] }));
      await given.store.addSubscription(ruleFor(GENERAL));
      const rule = { ...ruleFor(SALES), topics: ['listing'] as const };
      await given.store.addSubscription({ ...rule, pingRoles: [OTHER_ROLE, ROLE] });
      const found = await given.store.channelsToCheck([GUILD, '999']);
      expect(found.map(({ channelId, pingRoleIds }) => [channelId, pingRoleIds.toSorted()])).toEqual([
        [GENERAL, []],
        [SALES, [ROLE, OTHER_ROLE]],
      ]);
    });

    it('has another time after every change, also within a millisecond and after the clock was set back', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      const times = new Set<number | undefined>();
      for (const now of [given.now, given.now, given.now - 5_000]) {
        given.now = now;
        await record(given, { ...ALLOWED, missingPermissions: [`at ${times.size}`] });
        times.add((await recordedOf(given))?.checkedAt);
      }
      expect(times.size).toBe(3);
    });

    it('goes when nobody reports the channel, and when the server is erased', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await record(given, ALLOWED);
      await record(given, null);
      expect(await recordedOf(given)).toBeNull();
      await given.store.eraseGuild(GUILD);
      await record(given, ALLOWED);
      expect((await given.store.channelWork(SALES, 1)).target).toEqual({
        guildId: null,
        facts: null,
        person: null,
      });
    });
  });

  describe('a queue whose message was refused', () => {
    const given = storeForEachTest(harness);
    const stop = (seenFacts: number | null) => given.store.stopQueue(SALES, { ...PAUSE, seenFacts });

    it('is stopped, though the facts show no reason for it', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await record(given, ALLOWED);
      expect(await stop(given.now)).toBe(true);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'paused' }]);
    });

    it('stays open when the permission came back since the facts that the sender had', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await record(given, { ...ALLOWED, missingPermissions: ['Send Messages'] });
      const seen = (await recordedOf(given))?.checkedAt ?? null;
      given.now += 1;
      await record(given, ALLOWED);
      expect([await stop(seen), await stop(null), await stop(given.now)]).toEqual([false, false, true]);
    });

    it('is stopped when the facts changed and a permission is still missing', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await record(given, { ...ALLOWED, missingPermissions: ['Send Messages'] });
      expect(await stop(null)).toBe(true);
    });

    it('is held as unreadable, unless the channel can be read since', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const { id } = await begin(given.store, SALES, 1);
      await record(given, { ...ALLOWED, isHistoryReadable: false });
      expect(await given.store.holdPost(id, 'unreadable', null)).toBe('held');
      await given.store.addSubscription(ruleFor(SALES));
      await record(given, ALLOWED);
      expect(await given.store.holdPost(id, 'unreadable', null)).toBe('readable');
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'open' }]);
      const seen = (await recordedOf(given))?.checkedAt ?? null;
      expect(await given.store.holdPost(id, 'unreadable', seen)).toBe('held');
      expect(await given.store.queueStatuses([SALES])).toMatchObject([
        { problemCode: HELD_CODES.unreadable },
      ]);
    });
  });
}
