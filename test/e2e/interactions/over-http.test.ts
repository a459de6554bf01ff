import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { healthPages } from '../operating/metrics-page.ts';
import { textOf } from '../setup/set-up.ts';
import { startHttpWorld, startOverHttp } from './http-world.ts';

describe('a bot whose interactions come over HTTP', () => {
  it('passes Discord’s check of the URL, answers commands with everything that follows, and posts alerts', async () => {
    await using http = await startHttpWorld();
    const { world } = http;
    const bot = await startOverHttp(http);
    const { admin, member, channelId } = world.home;

    await world.home.follow(channelId, 'lantern-foxes');
    const exported = messageOf(await admin.command('alerts export'));
    const status = await member.command('status');
    sellFoxes(world, 1);
    await bot.app.poll();

    expect(exported.attachments[0]?.filename).toBe('alerts.json');
    expect(status.outcome).toBe('message');
    expect(await world.untilPosted(channelId, 1)).toHaveLength(1);
    expect(await http.pages.metric('gavel_interaction_requests_total', 'outcome="ping"')).toBe(1);
    expect(await http.pages.metric('gavel_interaction_requests_total', 'outcome="forged"')).toBe(3);
    expect(await http.pages.metric('gavel_interaction_requests_total', 'outcome="accepted"')).toBe(3);
  });

  it('keeps the URL when Discord sends forged requests again', async () => {
    await using http = await startHttpWorld();
    await startOverHttp(http);
    expect(await http.world.discord.interactionsEndpoints.check(http.world.applicationId)).toBe(true);
  });

  it('answers through the gateway until the URL is saved, and says that it is not', async () => {
    await using http = await startHttpWorld();
    const { world, pages } = http;
    const bot = await world.start(http.environment);
    await bot.log.until('no Interactions Endpoint URL set');
    const readyz = async () => JSON.parse((await pages.get('/readyz')).body);

    const before = await world.home.member.command('status');
    expect(await readyz()).toMatchObject({
      ready: true,
      checks: { interactions: { ok: true, state: 'no endpoint URL yet' } },
    });
    await http.save();
    world.clock.advance(60_000);
    await bot.log.until('delivery of commands matches INTERACTIONS');
    const after = await world.home.member.command('status');

    expect([before.outcome, after.outcome]).toEqual(['message', 'message']);
    expect(await readyz()).toMatchObject({ checks: { interactions: { ok: true, state: 'http' } } });
    expect(await pages.metric('gavel_interaction_requests_total', 'outcome="accepted"')).toBe(1);
  });

  it('goes on answering while the connection to the gateway is lost', async () => {
    await using http = await startHttpWorld();
    const { world } = http;
    await startOverHttp(http);
    world.discord.gateway.settings.refuseConnections = 1001;
    world.discord.gateway.dropAll();
    const reply = await world.home.member.command('collection info', { collection: 'lantern-foxes' });
    expect(reply.outcome).toBe('message');
  });

  it('answers a slow command in time, and completes it', async () => {
    await using http = await startHttpWorld();
    const { world } = http;
    await startOverHttp(http);
    world.marketplace.faults.set({ latencyMs: 1_700, times: 1 }, '/api/collections/*');
    const reply = await world.home.member.command('collection info', { collection: 'deep-sea-post' });
    expect(reply.outcome).toBe('message');
    expect(description(reply)).not.toBe('');
    expect(reply.acknowledgedAfterMs).toBeLessThan(reply.answeredAfterMs ?? 0);
  });

  it('is not ready for interactions before the gateway has told its servers, and PING is answered all the same', async () => {
    await using http = await startHttpWorld();
    const { world, pages } = http;
    {
      await using _first = await world.start(http.environment);
    }
    world.discord.gateway.settings.refuseConnections = 1011;
    await world.startWithoutWaiting(http.environment);
    expect(await http.save()).toBeNull();
    const asked = world.home.member.command('status');
    await expect.poll(() => pages.metric('gavel_interaction_requests_total', 'outcome="not ready"')).toBe(1);
    world.clock.advance(60_000);
    expect((await asked).outcome).toBe('did-not-respond');
  });

  it('ends with status 78 when the public key is another application’s, and names the right one', async () => {
    await using http = await startHttpWorld();
    const wrong = { ...http.environment, DISCORD_PUBLIC_KEY: 'ab'.repeat(32) };
    await using child = http.world.startProcess(wrong);
    expect(await child.exit).toMatchObject({ code: 78 });
    const [line] = child.log.linesWith('DISCORD_PUBLIC_KEY');
    expect(line?.msg).toContain(http.environment['DISCORD_PUBLIC_KEY']);
  });
});

describe('a bot that expects its interactions through the gateway', () => {
  it('reports that Discord sends them to an endpoint, goes on posting alerts, and notices when that is put right', async () => {
    await using http = await startHttpWorld();
    const { world } = http;
    {
      await using _other = await startOverHttp(http);
    }
    const pages = await healthPages();
    const bot = await world.start(pages.environment);
    await bot.log.until('commands not delivered');
    const { status, body } = await pages.get('/readyz');
    expect([status, JSON.parse(body).checks.interactions]).toEqual([503, { ok: false, state: 'lost' }]);
    expect(await pages.metric('gavel_interactions_lost')).toBe(1);
    expect((await pages.get('/interactions')).status).toBe(404);

    await http.save(null);
    world.clock.advance(60_000);
    await bot.log.until('delivery of commands matches INTERACTIONS');
    expect((await pages.get('/readyz')).status).toBe(200);
    expect(textOf(await world.home.admin.command('alerts list'))).not.toBe('did-not-respond');
  });

  it('says nothing of it where all is right', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    expect(bot.log.linesWith('Interactions Endpoint URL')).toEqual([]);
  });
});
