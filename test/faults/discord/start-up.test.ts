import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FaultAction } from '../../../sandbox/discord/faults/faults.ts';
import { healthPages } from '../../e2e/operating/metrics-page.ts';
import { ERROR } from '../../support/bot-log.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';

/** Every request that a start makes, in the order in which it makes them. */
const REQUESTS = [
  ['the question for the gateway', { method: 'GET', route: '/gateway/bot' }, 0],
  ['the list of commands', { method: 'GET', route: '/applications/:applicationId/commands' }, 0],
  ['the new commands', { method: 'PUT', route: '/applications/:applicationId/commands' }, 0],
] as const;

/** More than the client repeats by itself. */
const TIMES = 3;

const TROUBLES: readonly (readonly [string, FaultAction])[] = [
  ['503', { do: 'answer', status: 503, body: '<html>upstream</html>' }],
  ['429', { do: 'rate-limit', retryAfterMs: 50 }],
  ['nothing', { do: 'reset' }],
  ['a page in place of its answer', { do: 'answer', status: 200, body: '<html>captive portal</html>' }],
];

const registered = z.array(z.looseObject({ id: z.string(), name: z.string() }));
const HOUR_MS = 3_600_000;

/** The ids of the registered commands by name. */
async function commandIds(world: BotWorld): Promise<ReadonlyMap<string, string>> {
  const commands = await world.requestAsBot('GET', `/applications/${world.applicationId}/commands`);
  return new Map(registered.parse(commands).map(({ name, id }) => [name, id]));
}

/** A fault that lets so many matching requests through first. */
function after(count: number) {
  let seen = 0;
  return () => {
    seen += 1;
    return seen > count;
  };
}

describe.concurrent('a Discord that fails in the middle of a start', () => {
  for (const [what, match, spared] of REQUESTS) {
    it.for(TROUBLES)(`answers ${what} with %s: it is asked again`, async ([_how, fault], { expect }) => {
      await using world = await startBotWorld();
      world.discord.faults.add(fault, { ...match, times: TIMES, where: after(spared) });

      const bot = await world.startWithoutWaiting();
      const end = await Promise.race([bot.app.ready.then(() => 'online'), bot.app.failed.then(String)]);

      expect(end).toBe('online');
      const reply = await world.home.admin.command('alerts list');
      expect(reply.message?.content).toContain('No alerts yet');
    });
  }

  it('and does not take the commands: alerts are posted all the same', async ({ expect }) => {
    await using world = await startBotWorld();
    const { discord, home, marketplace } = world;
    const before = await world.start();
    await home.follow(home.channelId);
    await before[Symbol.asyncDispose]();

    discord.faults.add({ do: 'answer', status: 503 }, { route: '/applications/:applicationId/commands' });
    const bot = await world.startWithoutWaiting();
    marketplace.cause.sale();
    await bot.app.poll();

    expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
  });

  it.for([
    ['400', { status: 400, code: 50035 }],
    ['403', { status: 403, code: 20012 }],
  ] as const)(
    'and refuses the commands with %s: says so once, asks no more, and goes on with the earlier ones',
    async ([_status, refusal], { expect }) => {
      await using world = await startBotWorld();
      const { discord, home, marketplace, applicationId } = world;
      const before = await world.start();
      await home.follow(home.channelId);
      const ids = await commandIds(world);
      await before[Symbol.asyncDispose]();
      await world.requestAsBot('PATCH', `/applications/${applicationId}/commands/${ids.get('token')}`, {
        description: 'Of an earlier version',
      });
      let refused = 0;
      const where = () => {
        refused += 1;
        return true;
      };
      const route = '/applications/:applicationId/commands';
      discord.faults.add({ do: 'answer', ...refusal }, { method: 'PUT', route, where });
      const pages = await healthPages();

      const bot = await world.startWithoutWaiting(pages.environment);
      const said = await bot.log.until('commands rejected by Discord');
      await bot.app.ready;
      world.clock.advance(HOUR_MS);

      marketplace.cause.sale();
      await bot.app.poll();
      expect(await world.untilPosted(home.channelId, 1)).toHaveLength(1);
      expect(said).toMatchObject({ level: ERROR, err: { code: refusal.code } });
      expect(bot.log.linesWith('commands')).toEqual([said]);
      expect(refused).toBe(1);
      const { status, body } = await pages.get('/readyz');
      expect(status).toBe(503);
      expect(JSON.parse(body).checks).toMatchObject({ commands: { ok: false, state: 'refused' } });
      // The ids of the earlier commands are known: sentences mention them.
      const { message: help } = await home.admin.command('help');
      if (help === null) throw new Error('/help was not answered.');
      const { message } = await home.admin.press(help, 'Look something up');
      expect(JSON.stringify(message)).toContain(`</token:${ids.get('token')}>`);
    },
  );

  it('and has no more logins to give today: waits until it has', async ({ expect }) => {
    await using world = await startBotWorld();
    const { discord } = world;
    const body = {
      url: discord.url.replace('http:', 'ws:'),
      shards: 1,
      session_start_limit: { total: 1_000, remaining: 0, reset_after: 200, max_concurrency: 1 },
    };
    discord.faults.add({ do: 'answer', status: 200, body }, { route: '/gateway/bot', times: 2 });

    const bot = await world.startWithoutWaiting();

    expect(await Promise.race([bot.app.ready.then(() => 'online'), bot.app.failed.then(String)])).toBe(
      'online',
    );
  });
});

/** The bot's exit status for what a restart does not mend. */
const NEEDS_OPERATOR = 78;

describe('a gateway that closes for good', () => {
  it.each([
    [4010, /shard/],
    [4011, /shard/],
    [4012, /version of the gateway/],
    [4013, /intents/],
    [4014, /intents/],
  ])('with %i, long after the login: the bot ends with status 78 and says why', async (code, words) => {
    await using world = await startBotWorld();
    const bot = world.startProcess();
    await bot.log.until('ready');

    world.discord.gateway.dropAll(code);

    expect(await bot.exit).toEqual({ code: NEEDS_OPERATOR, signal: null });
    expect(bot.log.lines.at(-1)?.msg).toMatch(words);
  });

  it.each([4010, 4011, 4012])('with %i at the login: the bot gives up', async (code) => {
    await using world = await startBotWorld();
    world.discord.gateway.settings.refuseIdentify = code;

    const bot = await world.startWithoutWaiting();

    expect(await bot.app.failed).toMatchObject({ code: 'DISCORD_UNAUTHORIZED' });
  });
});
