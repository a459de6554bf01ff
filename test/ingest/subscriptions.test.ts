import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../src/alerts/matcher.ts';
import { personTarget } from '../../src/alerts/target.ts';
import { createChannelGuilds } from '../../src/discord/guilds/channel-guilds.ts';
import { createSubscriptions } from '../../src/ingest/subscriptions.ts';
import { openStore } from '../../src/store/open.ts';
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
    onRules: () => undefined,
    settings: { cacheChannel: () => undefined, forget: () => undefined },
    now: () => 1,
  });
  const matches = () => index.match(saleAlert(1)).flatMap(({ subscriptionIds }) => subscriptionIds).length;
  return { store, subscriptions, rows, matches, woken };
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
