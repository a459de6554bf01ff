import { describe, expect, it } from 'vitest';
import { createMatcher } from '#src/alerts/matcher.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { createChannelGuilds } from '#src/discord/guilds/channel-guilds.ts';
import { createSubscriptions } from '#src/ingest/subscriptions.ts';
import { openStore } from '#src/store/open.ts';
import { newSubscription, saleAlert } from '../support/build-alert.ts';
import { silentLog } from '../support/silent-log.ts';

const GUILD = '800000000000000001';
const SALES = '900000000000000001';
const priced = (n: number) => {
  const rule = newSubscription(SALES, { guildId: GUILD });
  return { ...rule, filter: { ...rule.filter, price_from: BigInt(n) } };
};

/** Subscriptions over a store that counts the rows of every transaction. */
async function counted() {
  const store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: () => 1 });
  const rows: number[] = [];
  const index = createMatcher([], { isWhitelisted: () => true });
  const woken: string[] = [];
  const changedServers: string[] = [];
  const cached = new Map<string, ChannelSettings>();
  const forgotten: string[] = [];
  const subscriptions = createSubscriptions({
    store: {
      ...store,
      reviseSubscriptions(guildId, revision, at) {
        const { add = [], pause = [], resume = [], remove = [] } = revision;
        rows.push(add.length + pause.length + resume.length + remove.length);
        return store.reviseSubscriptions(guildId, revision, at);
      },
    },
    index,
    channelGuilds: createChannelGuilds([], () => null),
    wake: (channelIds) => woken.push(...channelIds),
    onRules: (guildId) => changedServers.push(guildId),
    settings: {
      cacheChannel: (channelId, settings) => cached.set(channelId, settings),
      forget: (guildId) => forgotten.push(guildId),
    },
    silences: { replaceServer: () => undefined },
    now: () => 1,
  });
  const matches = () => index.match(saleAlert(1)).flatMap(({ subscriptionIds }) => subscriptionIds).length;
  return { store, subscriptions, rows, matches, woken, changedServers, cached, forgotten };
}

describe('several alerts that are changed together', () => {
  it('are one transaction, and take effect immediately', async () => {
    const { store, subscriptions, rows, matches, woken } = await counted();
    await using _store = store;
    const add = Array.from({ length: 25 }, (_, n) => priced(n));

    await subscriptions.revise(GUILD, { add });
    const ids = (await store.subscriptionsOf(GUILD)).map(({ id }) => id);
    const added = matches();
    await subscriptions.revise(GUILD, { pause: ids });
    const paused = matches();
    await subscriptions.revise(GUILD, { resume: ids });
    const resumed = matches();
    await subscriptions.revise(GUILD, { remove: ids });

    expect(rows).toEqual([25, 25, 25, 25]);
    expect([added, paused, resumed, matches()]).toEqual([25, 0, 25, 0]);
    expect(woken).toEqual([SALES, SALES]);
  });
});

describe('a single alert that is changed', () => {
  /** The subscriptions of a server with one rule for sales. */
  async function withRule() {
    const parts = await counted();
    const added = await parts.subscriptions.add(priced(0));
    if (added.type !== 'added') throw new Error('The rule was not added.');
    parts.woken.splice(0);
    parts.changedServers.splice(0);
    return { ...parts, rule: added.subscription };
  }

  it('takes effect immediately, and wakes the queue when it is resumed', async () => {
    const { store, subscriptions, rule, matches, woken, changedServers } = await withRule();
    await using _store = store;
    const dear = { ...rule, filter: { ...rule.filter, price_from: 10n ** 30n } };

    await expect(subscriptions.change(GUILD, rule.id, dear)).resolves.toMatchObject({ id: rule.id });
    const changed = matches();
    await subscriptions.change(GUILD, rule.id, rule);
    const changedBack = matches();
    await expect(subscriptions.pause(GUILD, rule.id)).resolves.toMatchObject({ id: rule.id });
    const paused = matches();
    expect(woken).toEqual([]);
    await expect(subscriptions.resume(GUILD, rule.id)).resolves.toMatchObject({ id: rule.id });
    const resumed = matches();
    expect(woken).toEqual([SALES]);
    await expect(subscriptions.remove(GUILD, rule.id)).resolves.toMatchObject({ id: rule.id });

    expect([changed, changedBack, paused, resumed, matches()]).toEqual([0, 1, 0, 1, 0]);
    expect(changedServers).toEqual(Array(5).fill(GUILD));
  });

  it('to what another alert of the channel is stays as it is', async () => {
    const { store, subscriptions, rule, changedServers } = await withRule();
    await using _store = store;
    await subscriptions.add(priced(5));
    changedServers.splice(0);
    await expect(subscriptions.change(GUILD, rule.id, priced(5))).resolves.toBe('same');
    expect(changedServers).toEqual([]);
    expect(await store.subscriptionsOf(GUILD)).toMatchObject([{ filter: rule.filter }, {}]);
  });

  it('that is not there changes nothing', async () => {
    const { store, subscriptions, rule, matches, woken } = await withRule();
    await using _store = store;
    const unknown = rule.id + 1;
    await expect(subscriptions.change(GUILD, unknown, rule)).resolves.toBeNull();
    await expect(subscriptions.pause(GUILD, unknown)).resolves.toBeNull();
    await expect(subscriptions.resume(GUILD, unknown)).resolves.toBeNull();
    await expect(subscriptions.remove(GUILD, unknown)).resolves.toBeNull();
    expect(matches()).toBe(1);
    expect(woken).toEqual([]);
  });
});

describe('channel settings that are changed with alerts', () => {
  it('apply to the queue immediately', async () => {
    const { store, subscriptions, cached, woken } = await counted();
    await using _store = store;
    const settings = { ...DEFAULT_CHANNEL_SETTINGS, publish: true };
    await subscriptions.revise(GUILD, { settings: [{ channelId: SALES, settings }] });
    expect(cached).toEqual(new Map([[SALES, settings]]));
    expect(woken).toEqual([SALES]);
  });
});

describe('a server whose data are erased', () => {
  it('has no alert that matches, and no settings', async () => {
    const { store, subscriptions, matches, forgotten } = await counted();
    await using _store = store;
    await subscriptions.add(priced(0));
    await subscriptions.eraseGuild(GUILD);
    expect(matches()).toBe(0);
    expect(await store.subscriptionsOf(GUILD)).toEqual([]);
    expect(forgotten).toEqual([GUILD]);
  });
});

describe('the watches of a person', () => {
  const ann = '700000000000000011';
  const target = personTarget(ann);
  const watch = () => newSubscription(target, { guildId: target });

  it('match no more once the person is forgotten', async () => {
    const { store, subscriptions, matches } = await counted();
    await using _store = store;
    await subscriptions.add(watch());
    expect(matches()).toBe(1);

    await subscriptions.forgetPerson(ann);

    expect(matches()).toBe(0);
    await expect(store.people.find(ann)).resolves.toBeNull();
  });

  it('are sent again when the person resumes them', async () => {
    const { store, subscriptions, woken } = await counted();
    await using _store = store;
    await expect(subscriptions.resumePerson(ann)).resolves.toBe(false);
    await subscriptions.add(watch());
    await store.stopQueue(target, { state: 'paused', code: 50_007 });
    await expect(store.queueStatuses([target])).resolves.toMatchObject([{ state: 'paused' }]);

    await expect(subscriptions.resumePerson(ann)).resolves.toBe(true);

    await expect(store.queueStatuses([target])).resolves.toMatchObject([{ state: 'open' }]);
    expect(woken).toEqual([target, target]);
  });
});
