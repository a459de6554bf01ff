import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { healthPages } from './metrics-page.ts';

describe('the health endpoints', () => {
  it('are healthy and ready once the bot is online', async () => {
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
          interactions: { ok: true, state: 'gateway' },
          commands: { ok: true, state: 'registered' },
          store: { ok: true, state: 'ok' },
          feed: { ok: true, state: 'ok' },
          auctions: { ok: true, state: 'ok' },
        },
      },
    ]);
  });

  it('are healthy and not ready while Discord does not answer', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const over = world.discord.faults.add({ do: 'answer', status: 500 });
    const bot = await world.startWithoutWaiting(pages.environment);
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

  it('are not ready while the connection to Discord is lost, and ready again afterwards', async () => {
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

  it('do not exist without a port', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    expect(bot.log.linesWith('health server started')).toEqual([]);
  });

  it('end the bot with status 78 and the setting’s name when the port is taken', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    await world.start(pages.environment);
    const second = world.startProcess({ ...pages.environment, DATABASE_URL: 'sqlite::memory:' });
    expect(await second.exit).toMatchObject({ code: 78 });
    const [line] = second.log.linesWith('HTTP_PORT');
    expect(line?.msg).toContain('is in use by another program; choose a free port.');
  });

  it('leave SIGUSR2 to change the log level at run time', async () => {
    await using world = await startBotWorld();
    await using child = world.startProcess({ LOG_LEVEL: 'info' });
    await child.log.until('ready');
    child.kill('SIGUSR2');
    expect(await child.log.until('log level changed')).toMatchObject({ now: 'debug' });
    child.kill('SIGUSR2');
    expect(await child.log.until('log level changed', 2)).toMatchObject({ now: 'info' });
    child.kill('SIGTERM');
    expect(await child.exit).toEqual({ code: 0, signal: null });
  });
});
