import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS, DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { begin, GENERAL, ingestionOf, ruleFor, sale, salesFor, send, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { DRAFT, inputOf, SUBJECT } from './saved-inputs.ts';
import { ANN, BOB, HER_WALLET, watchOf } from './watchers.ts';

const SERVER = '800000000000000001';

/** What is kept of a person, exported to them and deleted with them; figures over servers leave it out. */
export function describeKeptOfPeople(harness: StoreHarness): void {
  describe('figures over all servers', () => {
    const given = storeForEachTest(harness);

    it('leave people out: their watches, their closed direct messages, and what could not be decided for them', async () => {
      const target = personTarget(ANN);
      await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.addSubscription(watchOf(ANN));
      await given.store.stopQueue(target, { state: 'paused', code: 50_007 });
      const undecided = { missingDetails: { tokens: [], collections: [] }, awaitsFeed: true };
      await given.store.ingest(ingestionOf([{ alert: sale('unknown'), channels: [], undecided }]));
      await given.store.giveUpUndecided([{ key: 'unknown', channelIds: [target, GENERAL] }], given.now);

      await expect(given.store.outboxFigures()).resolves.toMatchObject({ stopped: [], rules: 1 });
      await expect(given.store.undecidedEvents([target, GENERAL], 0)).resolves.toMatchObject([
        { channelId: GENERAL },
      ]);
    });
  });

  describe('what is kept of a person', () => {
    const given = storeForEachTest(harness);
    const target = personTarget(ANN);

    async function fill(userId: string): Promise<void> {
      const { store } = given;
      const own = personTarget(userId);
      await store.addSubscription(watchOf(userId));
      await store.people.setWallets(userId, [HER_WALLET], given.now);
      await store.saveGuildSettings(own, { ...DEFAULT_GUILD_SETTINGS, timeZone: 'Europe/Berlin' });
      await store.saveChannelSettings(own, own, { ...DEFAULT_CHANNEL_SETTINGS, quiet: { from: 0, to: 60 } });
      await store.saveInput(`input-${userId}`, { guildId: own, userId }, SUBJECT, inputOf('{}'));
      await store.saveInput(`draft-${userId}`, { guildId: SERVER, userId }, DRAFT, {
        payload: `{"of":"${HER_WALLET}"}`,
        channelId: GENERAL,
      });
      await store.ingest(
        ingestionOf(salesFor([`sent to ${userId}`, `begun ${userId}`, `waits ${userId}`], own)),
      );
      await store.people.claimOpening(userId, given.now);
      await store.people.noteOpened(userId, `5${userId}`, given.now);
      await send(store, own, 1, { messageId: '6001' });
      await begin(store, own, 1);
    }

    it('is exported to them, and nothing of others', async () => {
      await fill(ANN);
      const before = await given.store.people.exportOf(BOB);
      expect(before).toEqual({
        person: null,
        watches: [],
        inputs: [],
        settings: null,
        messages: null,
        deliveries: [],
        openingTriedAt: null,
        silences: [],
      });

      const exported = await given.store.people.exportOf(ANN);

      expect(exported).toMatchObject({
        person: { userId: ANN, wallets: [HER_WALLET] },
        watches: [{ channelId: target, topics: ['sale'] }],
        inputs: [
          {
            id: `draft-${ANN}`,
            kind: 'draft',
            guildId: SERVER,
            channelId: GENERAL,
            content: { of: HER_WALLET },
          },
          { id: `input-${ANN}`, kind: 'subject', guildId: target, channelId: null, content: {} },
        ],
        openingTriedAt: given.now,
        settings: { timeZone: 'Europe/Berlin' },
        messages: { quiet: { from: 0, to: 60 } },
      });
      expect(
        exported.deliveries.map(({ alertKey, state, messageId }) => [alertKey, state, messageId]),
      ).toEqual([
        [`sent to ${ANN}`, 'sent', '6001'],
        [`begun ${ANN}`, 'posting', null],
        [`waits ${ANN}`, 'pending', null],
      ]);
    });

    it('is forgotten at once, and nothing of others', async () => {
      await fill(BOB);
      const bob = await given.store.people.exportOf(BOB);
      const empty = await given.store.people.exportOf(ANN);
      await fill(ANN);

      await given.store.people.forget(ANN);

      await expect(given.store.people.exportOf(ANN)).resolves.toEqual(empty);
      await expect(
        given.store.findInput(`input-${ANN}`, { guildId: target, userId: ANN }, SUBJECT),
      ).resolves.toBeNull();
      await expect(given.store.inputsIn(SERVER, DRAFT)).resolves.toMatchObject([{ userId: BOB }]);
      await expect(given.store.queueStatuses([target])).resolves.toMatchObject([{ waiting: 0 }]);
      await expect(given.store.people.exportOf(BOB)).resolves.toEqual(bob);
      // Once more does nothing.
      await given.store.people.forget(ANN);
    });

    it('does not come back with what was under way: an alert, an opening, a refusal', async () => {
      await given.store.addSubscription(watchOf(ANN));
      await given.store.people.forget(ANN);

      await given.store.ingest(ingestionOf(salesFor(['late'], target, GENERAL)));
      await expect(given.store.people.claimOpening(ANN, given.now)).resolves.toEqual({ type: 'unknown' });
      await given.store.people.noteOpened(ANN, '5001', given.now);
      await given.store.stopQueue(target, { state: 'paused', code: 50_007 });

      await expect(given.store.people.find(ANN)).resolves.toBeNull();
      await expect(given.store.channelsWithWork()).resolves.toEqual([GENERAL]);
      await expect(waitingKeys(given.store, target)).resolves.toEqual([]);
      // A watch begins anew.
      await given.store.addSubscription(watchOf(ANN));
      await given.store.ingest(ingestionOf(salesFor(['new'], target)));
      await expect(waitingKeys(given.store, target)).resolves.toEqual(['new']);
    });
  });
}
