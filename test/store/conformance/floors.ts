import { describe, expect, it } from 'vitest';
import { address } from '../../support/build-activity.ts';
import { floorAlert, knownFloor } from '../../support/build-alert.ts';
import { GENERAL, ruleFor, SALES, to, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** The contract of `FloorStore`. */
export function describeFloors(harness: StoreHarness): void {
  describe('what rules know of floors', () => {
    const given = storeForEachTest(harness);
    const collection = address(0xc0);

    async function addRule(channelId = SALES) {
      const { subscription } = await given.store.addSubscription(ruleFor(channelId, { topics: ['floor'] }));
      return subscription;
    }

    it('is nothing at first', async () => {
      expect(await given.store.floorStates()).toEqual([]);
    });

    it('comes back as it was written, the latest of each rule and collection', async () => {
      const { id } = await addRule();
      const known = { subscriptionId: id, collection };
      const other = {
        subscriptionId: id,
        collection: address(0xc1),
        state: knownFloor({ last: null, alertedAt: 7.5 }),
      };
      await given.store.ingestFloors({
        at: 1,
        states: [{ ...known, state: knownFloor() }, other],
        alerts: [],
      });
      const later = knownFloor({ above: 'reached', quiet: 2n ** 200n, alerts: 3 });
      await given.store.ingestFloors({ at: 2, states: [{ ...known, state: later }], alerts: [] });
      expect(await given.store.floorStates()).toEqual([{ ...known, state: later }, other]);
    });

    it('is written with the alert that follows from it, which is posted once', async () => {
      const { id } = await addRule();
      const channels = [to(SALES, { subscriptionIds: [id] })];
      const batch = {
        at: 1,
        states: [{ subscriptionId: id, collection, state: knownFloor() }],
        alerts: [{ alert: floorAlert({ key: 'floor:1' }), channels }],
      };
      expect(await given.store.ingestFloors(batch)).toEqual([SALES]);
      expect(await given.store.ingestFloors(batch)).toEqual([]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['floor:1']);
      const [{ lastMatchAt } = {}] = await given.store.allSubscriptions();
      expect(lastMatchAt).toBe(1);
    });

    it('is left out where the rule was removed or paused meanwhile, like its alerts', async () => {
      const [removed, paused, active] = [await addRule(), await addRule(GENERAL), await addRule('9')];
      await given.store.removeSubscription(removed.guildId, removed.id);
      await given.store.pauseSubscription(paused.guildId, paused.id, 1);
      const rules = [removed, paused, active];
      await given.store.ingestFloors({
        at: 1,
        states: rules.map(({ id }) => ({ subscriptionId: id, collection, state: knownFloor() })),
        alerts: rules.map(({ id, channelId }) => ({
          alert: floorAlert({ key: `floor:${id}` }),
          channels: [to(channelId, { subscriptionIds: [id] })],
        })),
      });
      expect((await given.store.floorStates()).map(({ subscriptionId }) => subscriptionId)).toEqual([
        active.id,
      ]);
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
      expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
      expect(await waitingKeys(given.store, '9')).toEqual([`floor:${active.id}`]);
    });

    it('goes with the rule, and stays while it is paused', async () => {
      const rule = await addRule();
      await given.store.ingestFloors({
        at: 1,
        states: [{ subscriptionId: rule.id, collection, state: knownFloor() }],
        alerts: [],
      });
      await given.store.pauseSubscription(rule.guildId, rule.id, 1);
      expect(await given.store.floorStates()).toHaveLength(1);
      await given.store.removeSubscription(rule.guildId, rule.id);
      expect(await given.store.floorStates()).toEqual([]);
    });

    it('goes with the server', async () => {
      const rule = await addRule();
      await given.store.ingestFloors({
        at: 1,
        states: [{ subscriptionId: rule.id, collection, state: knownFloor() }],
        alerts: [],
      });
      await given.store.eraseGuild(rule.guildId);
      expect(await given.store.floorStates()).toEqual([]);
    });
  });
}
