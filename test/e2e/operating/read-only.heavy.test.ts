import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';
import { startSwitchable } from '../../support/postgres/switchable.ts';

const LEASE_SECONDS = 3;
const POSTED_WITHIN_MS = 20_000;

describePostgres('a bot whose PostgreSQL turns read-only for longer than a lease', () => {
  it('keeps its roles, answers commands, and posts afterwards', async () => {
    await using world = await startBotWorld();
    await using server = await startSwitchable();
    const { home, marketplace } = world;
    const bot = world.startProcess({
      DATABASE_URL: server.database,
      LEASE_SECONDS: String(LEASE_SECONDS),
    });
    await bot.log.until('ready');
    await home.follow(home.channelId);
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 1, POSTED_WITHIN_MS);

    await server.setReadOnly(true);
    const endsIn = async () => {
      const [row] = await adminQuery(
        server.database,
        `select min(expires_at) - (extract(epoch from pg_conf_load_time()) * 1000 + ${2 * LEASE_SECONDS * 1_000}) as ms from leases`,
      );
      return Number(row?.['ms']);
    };
    marketplace.cause.sale();
    // Every lease ends later than it could without a renewal.
    await expect.poll(endsIn, { timeout: 15_000 }).toBeGreaterThan(0);
    const status = await home.member.command('status');
    const set = home.admin.command('settings set', { time_zone: 'Asia/Tokyo' });
    await server.setReadOnly(false);

    expect(status.outcome).toBe('message');
    expect(await set).toMatchObject({ outcome: 'message' });
    await world.untilPosted(home.channelId, 2, POSTED_WITHIN_MS);
    expect(bot.log.linesWith('role lost')).toEqual([]);
    expect(world.embeds(home.channelId)).toHaveLength(2);
  }, 120_000);
});
