import { expect, it } from 'vitest';
import { createStore } from '#src/store/open.ts';
import { noticeAlert, saleAlert } from '../../support/build-alert.ts';
import { begin, GENERAL, ingestionOf, only, ruleFor, SALES, send, to } from '../samples.ts';
import { describeEachDatabase } from './each-database.ts';

const APES = '0x00000000000000000000000000000000000000aa';
const GUILD = ruleFor(GENERAL).guildId;
const AT = 5_000_000;

describeEachDatabase('the rules that asked for a delivery', (kind) => {
  /** A store with two rules for GENERAL, and one for SALES. */
  async function given() {
    await using parts = new AsyncDisposableStack();
    const place = parts.use(await kind.create());
    const database = parts.use(await place.open({ now: () => AT }));
    const store = createStore(database);
    const rules = [ruleFor(GENERAL), ruleFor(GENERAL, { filter: only(APES) }), ruleFor(SALES)];
    const ids: number[] = [];
    for (const rule of rules) ids.push((await store.addSubscription(rule)).subscription.id);
    const [all = 0, apes = 0, sales = 0] = ids;
    const owned = parts.move();
    return {
      ...{ store, all, apes, sales },
      /** Those stored with each delivery, in order. */
      stored: () =>
        database.read('stored', async (queries) => {
          const rows = await queries.selectFrom('deliveries').select('ruleIds').orderBy('id').execute();
          return rows.map(({ ruleIds }): unknown => JSON.parse(ruleIds));
        }),
      lastPosts: async () => (await store.allSubscriptions()).map(({ lastPostAt }) => lastPostAt),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  const saleFor = (ruleIds: readonly number[], channelId = GENERAL) => ({
    alert: saleAlert(1),
    channels: [to(channelId, { subscriptionIds: ruleIds })],
  });

  /** The same sale, reported anew, which a rule now asks for too. */
  const lateFor = (ruleIds: readonly number[]) => ({
    at: AT,
    revised: [{ ...saleFor(ruleIds), undecided: null, since: AT, version: null }],
  });

  it('are kept with it, ascending and each once', async () => {
    await using world = await given();
    const { store, all, apes } = world;
    await store.ingest(ingestionOf([saleFor([apes, all, apes])]));
    expect(await world.stored()).toEqual([[all, apes]]);
  });

  it('are kept with each delivery of an event for very many channels', async () => {
    await using world = await given();
    const { store, all } = world;
    const channels = Array.from({ length: 600 }, (_, index) => `9100000000000${10_000 + index}`);
    const recipients = [
      to(GENERAL, { subscriptionIds: [all] }),
      ...channels.map((channelId) => to(channelId, { subscriptionIds: [7_777] })),
    ];
    await store.ingest(ingestionOf([{ alert: saleAlert(1), channels: recipients }]));
    expect(await world.stored()).toEqual([[all], ...channels.map(() => [7_777])]);
  });

  it('are a hundred at most', async () => {
    await using world = await given();
    const many = Array.from({ length: 300 }, (_, index) => index + 1);
    await world.store.ingest(ingestionOf([saleFor(many)]));
    expect(await world.stored()).toEqual([many.slice(0, 100)]);
  });

  it('include one that could be decided only later', async () => {
    await using world = await given();
    const { store, all, apes } = world;
    await store.ingest(ingestionOf([saleFor([all])]));
    await store.rebuildAlerts(lateFor([apes]));
    expect(await world.stored()).toEqual([[all, apes]]);
  });

  it('are none for a notice', async () => {
    await using world = await given();
    const { store } = world;
    await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
    await store.postNotice(SALES, {
      alert: noticeAlert({ channelId: SALES }),
      to: [{ channelId: GENERAL, userId: null }],
    });
    expect(await world.stored()).toEqual([[]]);
  });

  it('get the time of the post, and other rules of the channel do not', async () => {
    await using world = await given();
    const { store, apes } = world;
    await store.ingest(ingestionOf([saleFor([apes])]));
    await send(store, GENERAL, 1, { at: 9_000 });
    expect(await world.lastPosts()).toEqual([null, 9_000, null]);
  });

  it('get it for each alert of a summary', async () => {
    await using world = await given();
    const { store, all, apes } = world;
    await store.ingest(
      ingestionOf([
        saleFor([all]),
        { alert: saleAlert(2), channels: [to(GENERAL, { subscriptionIds: [apes] })] },
      ]),
    );
    await send(store, GENERAL, 2, { at: 9_000, layout: 'summary' });
    expect(await world.lastPosts()).toEqual([9_000, 9_000, null]);
  });

  it('get it when an admin says that a held message was posted', async () => {
    await using world = await given();
    const { store, all } = world;
    await store.ingest(ingestionOf([saleFor([all])]));
    const { id } = await begin(store, GENERAL, 1);
    await store.holdPost(id, 'crowded');
    await store.resolveHeldPost(GUILD, id, 'posted');
    expect(await world.lastPosts()).toEqual([expect.any(Number), null, null]);
  });

  it('get it when they could be decided only after the post', async () => {
    await using world = await given();
    const { store, all, apes } = world;
    await store.ingest(ingestionOf([saleFor([all])]));
    await send(store, GENERAL, 1, { at: 9_000 });
    await store.rebuildAlerts(lateFor([apes]));
    expect(await world.lastPosts()).toEqual([9_000, 9_000, null]);
  });

  it('get no time for a message that was given up', async () => {
    await using world = await given();
    const { store, all } = world;
    await store.ingest(ingestionOf([saleFor([all])]));
    const { id } = await begin(store, GENERAL, 1);
    await store.markDead(id, 'refused');
    expect(await world.lastPosts()).toEqual([null, null, null]);
  });

  it('may have been removed before the message is posted', async () => {
    await using world = await given();
    const { store, all, apes } = world;
    await store.ingest(ingestionOf([saleFor([all, apes])]));
    const { id } = await begin(store, GENERAL, 1);
    await store.removeSubscription(GUILD, apes);
    await store.markSent(id, { messageId: 'm', at: 9_000, publish: false });
    expect(await world.lastPosts()).toEqual([9_000, null]);
  });
});
