import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { healthPages } from './metrics-page.ts';

describe('a bot that is watched', () => {
  it('is alive and ready once it is online', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    await world.start(pages.environment);
    expect(await pages.get('/healthz')).toEqual({ status: 200, body: '{"alive":true}\n' });
    const { status, body } = await pages.get('/readyz');
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        ready: true,
        checks: {
          discord: { ok: true, state: 'online' },
          commands: { ok: true, state: 'registered' },
          store: { ok: true, state: 'ok' },
          feed: { ok: true, state: 'ok' },
          auctions: { ok: true, state: 'ok' },
        },
      },
    ]);
  });

  it('is alive and not ready while Discord does not answer', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const over = world.discord.faults.add({ do: 'answer', status: 500 });
    const bot = await world.begin(pages.environment);
    expect((await pages.get('/healthz')).status).toBe(200);
    const { status, body } = await pages.get('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(body).checks).toMatchObject({
      discord: { ok: false, state: 'offline' },
      commands: { ok: false, state: 'not registered' },
    });
    over();
    await bot.app.ready;
    await expect.poll(async () => (await pages.get('/readyz')).status).toBe(200);
  });

  it('is not ready while its connection to Discord is gone, and is again when it is back', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    const { gateway } = world.discord;

    gateway.settings.refuseConnections = 1001;
    gateway.dropAll();
    await expect.poll(async () => (await pages.get('/readyz')).status).toBe(503);
    expect(JSON.parse((await pages.get('/readyz')).body).checks).toMatchObject({
      discord: { ok: false, state: 'offline' },
    });
    expect(await pages.metric('gavel_gateway_connected')).toBe(0);

    gateway.settings.refuseConnections = null;
    await bot.log.until('gateway session resumed');
    await expect.poll(async () => (await pages.get('/readyz')).status).toBe(200);
  });

  it('tells nobody anything where no port is set', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    expect(bot.log.having('health and metrics are served')).toEqual([]);
  });

  it('ends with status 78 and names the setting when the port is taken', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    await world.start(pages.environment);
    const second = world.launch({ ...pages.environment, DATABASE_URL: 'sqlite::memory:' });
    expect(await second.exit).toMatchObject({ code: 78 });
    const [line] = second.log.having('HTTP_PORT');
    expect(line?.msg).toContain('is in use by another program; choose a free port.');
  });

  it('changes its log level while it runs when it is sent SIGUSR2', async () => {
    await using world = await startBotWorld();
    await using child = world.launch({ LOG_LEVEL: 'info' });
    await child.log.until('ready');
    child.kill('SIGUSR2');
    await child.log.until('the log level is debug now');
    child.kill('SIGUSR2');
    await child.log.until('the log level is info now');
    child.kill('SIGTERM');
    expect(await child.exit).toEqual({ code: 0, signal: null });
  });
});
