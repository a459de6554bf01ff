import { describe, expect, it } from 'vitest';
import { MAX_SILENCES, type NewSilence } from '#src/alerts/silences/silence.ts';
import { personTarget } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import { GENERAL, ingestionOf, ruleFor, SALES, sale, to, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const { guildId: GUILD } = ruleFor(SALES);
const AT = 5_000_000;
const HOUR = 3_600_000;

const wanted = (changes: Partial<NewSilence> = {}): NewSilence => ({
  guildId: GUILD,
  scope: 'channel',
  target: SALES,
  channelId: SALES,
  startsAt: AT,
  endsAt: AT + HOUR,
  createdBy: '700000000000000001',
  ...changes,
});

/** The contract of `SilenceStore`, and of dropped alerts. */
export function describeSilences(harness: StoreHarness): void {
  describe('a silence', () => {
    const given = storeForEachTest(harness);

    async function save(changes: Partial<NewSilence> = {}) {
      const saved = await given.store.silences.save(wanted(changes));
      if (saved === 'full') throw new Error('There is no room for a silence.');
      return saved;
    }
    const ofGuild = () => given.store.silences.ofGuild(GUILD);
    const droppedOf = async () => (await ofGuild()).map(({ dropped }) => dropped);

    /** An alert that a silence leaves out in #sales. */
    const silenced = (key: string, silenceId: number): AddressedAlert => ({
      alert: sale(key),
      channels: [],
      silenced: [{ ...to(SALES), silenceId }],
    });

    it('is kept in whole seconds, of its server alone', async () => {
      const saved = await save({ startsAt: AT + 345, endsAt: AT + HOUR + 678 });
      const unused = { isSummarised: false, summarisedAt: null, dropped: 0 };
      expect(await ofGuild()).toEqual([{ ...wanted(), id: saved.id, ...unused }]);
      expect(await given.store.silences.all()).toEqual([saved]);
      expect(await given.store.silences.ofGuild('800000000000000009')).toEqual([]);
    });

    it('gets another end when it is added again, unless it is over', async () => {
      const { id } = await save();
      expect(await save({ startsAt: AT + 1_000, endsAt: AT + 2 * HOUR })).toMatchObject({
        id,
        startsAt: AT,
        endsAt: AT + 2 * HOUR,
      });
      expect(await ofGuild()).toMatchObject([{ id, endsAt: AT + 2 * HOUR }]);
      await save({ startsAt: AT + 3 * HOUR, endsAt: AT + 4 * HOUR });
      await save({ channelId: null, scope: 'collection', target: '0x01' });
      expect(await ofGuild()).toHaveLength(3);
    });

    it('ends once, at the given second, and only in its server', async () => {
      const { id } = await save();
      const { silences } = given.store;
      expect(await silences.end('800000000000000009', id, AT + 5_000)).toBeNull();
      expect(await silences.end(GUILD, id, AT + 5_900)).toMatchObject({ id, endsAt: AT + 5_000 });
      expect(await silences.end(GUILD, id, AT + 9_000)).toBeNull();
    });

    it('that ends before it began is empty', async () => {
      const { id } = await save();
      expect(await given.store.silences.end(GUILD, id, AT - 5_000)).toMatchObject({ endsAt: AT });
    });

    it('is one of a limited number, without those that are over', async () => {
      for (let at = 0; at < MAX_SILENCES; at += 1) await save({ scope: 'rule', target: String(at) });
      expect(await given.store.silences.save(wanted())).toBe('full');
      const [first] = await ofGuild();
      await given.store.silences.end(GUILD, first?.id ?? 0, AT + 1_000);
      expect(await given.store.silences.save(wanted({ startsAt: AT + 2_000 }))).not.toBe('full');
    });

    it('drops alerts, and counts each once with its poll', async () => {
      const { id } = await save();
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.ingest(ingestionOf([silenced('one', id), silenced('two', id)]));
      expect(await droppedOf()).toEqual([2]);
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
      await given.store.rebuildAlerts({
        at: AT,
        revised: [{ ...silenced('one', id), alert: sale('one'), since: AT, version: null }],
      });
      expect(await droppedOf()).toEqual([2]);
    });

    it('drops alerts of more channels than fit into one transaction', async () => {
      const { id } = await save();
      const channels = Array.from({ length: 700 }, (_, at) => ({ ...to(`9${at}`), silenceId: id }));
      await given.store.ingest(
        ingestionOf([{ alert: sale('one'), channels: [to(GENERAL)], silenced: channels }]),
      );
      expect(await droppedOf()).toEqual([700]);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['one']);
      expect(await waitingKeys(given.store, '90')).toEqual([]);
    });

    it('gives back an alert that another rule asks for later', async () => {
      const { id } = await save();
      await given.store.ingest(ingestionOf([silenced('one', id)]));
      const revised = [{ alert: sale('one'), channels: [to(SALES)], since: AT, version: null }];
      expect(await given.store.rebuildAlerts({ at: AT, revised })).toEqual([SALES]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['one']);
    });

    it('leaves what is queued already in the queue', async () => {
      const { id } = await save();
      await given.store.ingest(ingestionOf([{ alert: sale('one'), channels: [to(SALES)] }]));
      await given.store.rebuildAlerts({
        at: AT,
        revised: [{ ...silenced('one', id), alert: sale('one'), since: AT, version: null }],
      });
      expect(await waitingKeys(given.store, SALES)).toEqual(['one']);
      expect(await droppedOf()).toEqual([0]);
    });

    it('is summed up once after its end, with what it left out for rules that post more than once', async () => {
      const { silences, addSubscription } = given.store;
      const { id } = await save({ isSummarised: true });
      const always = (await addSubscription(ruleFor(SALES))).subscription.id;
      const extras = { name: null, endsAt: null, isOnce: true } as const;
      const once = (await addSubscription(ruleFor(SALES, { topics: ['listing'], extras }))).subscription.id;
      const leftOut = (key: string, ...subscriptionIds: readonly number[]): AddressedAlert => ({
        alert: sale(key),
        channels: [],
        silenced: [{ ...to(SALES), subscriptionIds, silenceId: id }],
      });
      await given.store.ingest(
        ingestionOf([leftOut('one', always), leftOut('two', once), leftOut('three', once, always)]),
      );
      expect(await silences.summariseEnded(AT + HOUR - 1)).toEqual([]);
      expect(await silences.summariseEnded(AT + HOUR)).toEqual([SALES]);
      expect(await silences.summariseEnded(AT + 2 * HOUR)).toEqual([]);
      const { pending, toSummarise } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ alert, summarised }) => [alert.key, summarised])).toEqual([
        ['one', true],
        ['three', true],
      ]);
      expect(toSummarise).toBe(2);
      await given.store.ingest(ingestionOf([leftOut('late', always)]));
      expect(await waitingKeys(given.store, SALES)).toEqual(['one', 'three']);
      expect(await ofGuild()).toMatchObject([{ id, dropped: 4, summarisedAt: expect.any(Number) }]);
    });

    it('is summed up in one message at most, and not in a channel without alerts', async () => {
      const { silences, addSubscription, removeSubscription } = given.store;
      const { id } = await save({ isSummarised: true });
      const { subscription } = await addSubscription(ruleFor(SALES));
      const all = Array.from({ length: 510 }, (_, at) => silenced(`a${at}`, id));
      await given.store.ingest(
        ingestionOf(
          all.map(({ alert, silenced: to = [] }) => ({
            alert,
            channels: [],
            silenced: to.map((one) => ({ ...one, subscriptionIds: [subscription.id] })),
          })),
        ),
      );
      expect(await silences.summariseEnded(AT + HOUR)).toEqual([SALES]);
      expect((await given.store.channelWork(SALES, 1)).toSummarise).toBe(500);
      const other = await save({ isSummarised: true, startsAt: AT + 2 * HOUR, endsAt: AT + 3 * HOUR });
      await given.store.ingest(ingestionOf([silenced('b', other.id)]));
      await removeSubscription(GUILD, subscription.id);
      expect(await silences.summariseEnded(AT + 3 * HOUR)).toEqual([]);
    });

    it('is deleted with its server or its user, and fourteen days after its end', async () => {
      const person = personTarget('700000000000000001');
      await save({ guildId: person, scope: 'server', target: '', channelId: null });
      await save();
      await given.store.people.forget('700000000000000001');
      expect(await given.store.silences.all()).toHaveLength(1);
      for (let more = true; more; ) ({ more } = await given.store.prune(AT + HOUR + 14 * DAY_MS - 1_000));
      expect(await ofGuild()).toHaveLength(1);
      for (let more = true; more; ) ({ more } = await given.store.prune(AT + HOUR + 14 * DAY_MS + 1_000));
      expect(await ofGuild()).toEqual([]);
      await save();
      await given.store.eraseGuild(GUILD);
      expect(await given.store.silences.all()).toEqual([]);
    });
  });
}
