import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';

const LEASE_SECONDS = '3';
/** Discord docs: Gateway, close codes: unknown error, after which a client tries again. */
const TRY_AGAIN = 4_000;

describePostgres('the processes of a bot', (kind) => {
  it('register the commands once: the housekeeper does, and whoever is it next', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const settings = { DATABASE_URL: database.url, LEASE_SECONDS };
    let asked = 0;
    world.discord.onRequest(({ route }) => {
      if (route === '/applications/:applicationId/commands') asked += 1;
    });
    const first = world.startProcess(settings);
    await first.log.until('ready');
    // What is registered, and the registration.
    expect(asked).toBe(2);

    const second = world.startProcess(settings);
    const { commands } = await second.log.until('ready');
    expect(commands).toBeGreaterThan(0);
    expect(asked).toBe(2);

    first.kill('SIGTERM');
    await second.log.until('commands up to date');
    expect(asked).toBe(3);
    // It may be about to send what the first one left: a stop at any moment is in good order.
    second.kill('SIGTERM');
    expect((await Promise.all([first.exit, second.exit])).map(({ code }) => code)).toEqual([0, 0]);
  }, 60_000);

  it('send, although no process can hold a shard', async () => {
    await using world = await startBotWorld();
    await using database = await kind.create();
    const { home, marketplace, discord } = world;
    const settings = { DATABASE_URL: database.url, LEASE_SECONDS };
    const first = world.startProcess(settings);
    await first.log.until('ready');
    await home.follow(home.channelId);
    first.kill('SIGTERM');
    await first.exit;

    discord.gateway.settings.refuseConnections = TRY_AGAIN;
    marketplace.cause.sale();
    const second = world.startProcess(settings);
    expect(await world.untilPosted(home.channelId, 1, 30_000)).toHaveLength(1);
    expect(second.log.linesWith('ready').filter(({ msg }) => msg === 'ready')).toEqual([]);
    second.kill('SIGTERM');
    expect((await second.exit).code).toBe(0);
  }, 60_000);
});
