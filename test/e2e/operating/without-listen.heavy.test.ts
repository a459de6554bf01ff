import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { startWireProxy } from '../../support/postgres/wire-proxy.ts';

/** A poll each second, a look every two, and a busy machine. */
const POSTED_WITHIN_MS = 15_000;
/** Of what one that stops gave up: a look every two seconds, and a busy machine. */
const TAKEN_WITHIN_MS = 5_000;

describePostgres('processes that hear no word of each other', (kind) => {
  /** A way to the database on which no connection ever listens. */
  async function withoutListen(url: string) {
    const proxy = await startWireProxy(url);
    let held = 0;
    async function hold(): Promise<void> {
      for (;;) {
        await proxy.holdAt('listen gavel');
        held += 1;
      }
    }
    void hold();
    return { url: proxy.url, held: () => held, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
  }

  it('post alerts of new rules, and take over roles, by looking every two seconds', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, marketplace } = world;
    await using poller = await withoutListen(database.url);
    await using sender = await withoutListen(database.url);
    await using third = await withoutListen(database.url);
    const start = ({ url }: { readonly url: string }, roles: string) =>
      world.startProcess({ DATABASE_URL: url, ROLES: roles });
    const polls = start(poller, 'poller,housekeeper');
    await polls.log.until('first poll of the feed done');
    const sends = start(sender, 'sender,shards');
    await sends.log.until('ready');

    // The rule is added where the shard is, and polled for elsewhere.
    await home.follow(home.channelId);
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 1, POSTED_WITHIN_MS);
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 2, POSTED_WITHIN_MS);

    const takes = start(third, 'sender,shards');
    await takes.log.until('ready');
    const holder = async () => {
      const [row] = await adminQuery(
        database.url,
        `select holder from leases where role = 'sender' and expires_at > extract(epoch from clock_timestamp()) * 1000`,
      );
      return row?.['holder'] ?? null;
    };
    const before = await holder();
    expect(before).not.toBeNull();
    sends.kill('SIGTERM');
    await sends.exit;
    await expect
      .poll(async () => [null, before].includes(await holder()), { timeout: TAKEN_WITHIN_MS, interval: 50 })
      .toBe(false);
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 3, POSTED_WITHIN_MS);

    expect([poller, sender, third].every(({ held }) => held() > 0)).toBe(true);
    for (const child of [polls, takes]) child.kill('SIGTERM');
    expect((await Promise.all([polls.exit, takes.exit])).map(({ code }) => code)).toEqual([0, 0]);
  }, 120_000);
});
