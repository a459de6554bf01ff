import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import type { BotChild } from '../../support/bot-child.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';

const LEASE_MS = 3_000;
/** Whoever waits looks every second; the rest is a busy machine. */
const TAKEN_WITHIN_MS = LEASE_MS + 3_000;
const SALES = 4;
/** Discord forgets nonces of lost answers only after a minute, and a message is looked for before. */
const POSTED_WITHIN_MS = 60_000;

describePostgres('two processes of a bot on PostgreSQL', (kind) => {
  it('post every sale once and in order, while their holders are stopped, killed and frozen', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, marketplace } = world;
    const start = (): BotChild =>
      world.startProcess({ DATABASE_URL: database.url, LEASE_SECONDS: String(LEASE_MS / 1_000) });

    async function holders(): Promise<ReadonlyMap<string, string>> {
      const rows = await adminQuery(
        database.url,
        `select role, holder from leases where role !~ '^shard'
            and expires_at > extract(epoch from clock_timestamp()) * 1000`,
      );
      return new Map(rows.map(({ role, holder }) => [String(role), String(holder)]));
    }
    /** Until other processes hold all roles; resolves to how long it took, ms. */
    async function untilTaken(from: ReadonlyMap<string, string>): Promise<number> {
      const began = performance.now();
      for (let isTaken = false; !isTaken; ) {
        const now = await holders();
        isTaken = ['poller', 'sender', 'housekeeper'].every(
          (role) => now.has(role) && now.get(role) !== from.get(role),
        );
        if (!isTaken) await delay(20);
      }
      return performance.now() - began;
    }
    let sold = 0;
    async function sell(): Promise<void> {
      for (let count = 0; count < SALES; count += 1) marketplace.cause.sale();
      sold += SALES;
      await world.untilPosted(home.channelId, sold, POSTED_WITHIN_MS);
    }

    const first = start();
    await first.log.until('ready');
    await home.follow(home.channelId);
    await sell();

    // Stopped: it gives up what it holds, and the other one has it at once.
    const second = start();
    await second.log.until('ready');
    const byFirst = await holders();
    first.kill('SIGTERM');
    await first.exit;
    expect(await untilTaken(byFirst)).toBeLessThan(1_000);
    await sell();

    // Killed.
    const third = start();
    await third.log.until('ready');
    const bySecond = await holders();
    second.kill('SIGKILL');
    await second.exit;
    expect(await untilTaken(bySecond)).toBeLessThan(TAKEN_WITHIN_MS);
    await sell();

    // Frozen for longer than its lease, with sales under way: the other one takes over, and after the thaw it does nothing more.
    const fourth = start();
    await fourth.log.until('ready');
    const byThird = await holders();
    for (let count = 0; count < SALES; count += 1) marketplace.cause.sale();
    sold += SALES;
    third.kill('SIGSTOP');
    expect(await untilTaken(byThird)).toBeLessThan(TAKEN_WITHIN_MS);
    await sell();
    third.kill('SIGCONT');
    await third.log.until('role lost');
    await sell();
    await delay(2_000);

    const sales = marketplace.ledger.records().filter(({ kind: of, history }) => of === 'sale' && !history);
    expect(itemsPosted(world.embeds(home.channelId))).toEqual(itemsSold(sales));
    for (const child of [third, fourth]) child.kill('SIGTERM');
    expect(await Promise.all([third.exit, fourth.exit])).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ]);
  }, 180_000);

  it('go on when one rule is added in one process and polled for in another', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, marketplace } = world;
    const poller = world.startProcess({ DATABASE_URL: database.url, ROLES: 'poller,sender,housekeeper' });
    await poller.log.until('ready');
    const shards = world.startProcess({ DATABASE_URL: database.url, ROLES: 'shards' });
    await shards.log.until('ready');
    await home.follow(home.channelId);
    marketplace.cause.sale();
    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
    for (const child of [poller, shards]) child.kill('SIGTERM');
    await Promise.all([poller.exit, shards.exit]);
  });
});
