import { expect, it } from 'vitest';
import { startTcpProxy } from '../../../sandbox/cluster/tcp-proxy.ts';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';

const LEASE_SECONDS = '3';
/** Two questions without an answer, and a takeover on a busy machine. */
const POSTED_WITHIN_MS = 60_000;

describePostgres('a process that is cut off from Discord', (kind) => {
  it('leaves its roles to one that is not, and sends again once it is alone', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, marketplace, discord } = world;
    discord.gateway.settings.recommendedShards = 2;
    const api = new URL(discord.apiUrl);
    await using way = await startTcpProxy(Number(api.port));
    api.port = String(way.port);
    const settings = { DATABASE_URL: database.url, LEASE_SECONDS };
    const first = world.startProcess({ ...settings, DISCORD_API_URL: api.href });
    await first.log.until('ready');
    const second = world.startProcess(settings);
    await second.log.until('ready');
    await home.follow(home.channelId);
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 1, POSTED_WITHIN_MS);
    expect(second.log.linesWith('role acquired').map(({ role }) => role)).not.toContain('sender');

    way.set('refuse');
    marketplace.cause.sale();
    await world.untilPosted(home.channelId, 2, POSTED_WITHIN_MS);
    expect(first.log.linesWith('Discord unreachable')).toHaveLength(1);

    way.set('pass');
    await first.log.until('Discord reachable again');
    second.kill('SIGTERM');
    await second.exit;
    marketplace.cause.sale();
    expect(await world.untilPosted(home.channelId, 3, POSTED_WITHIN_MS)).toHaveLength(3);
    first.kill('SIGTERM');
    expect((await first.exit).code).toBe(0);
  }, 240_000);
});
