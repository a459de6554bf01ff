import { describe, expect, it } from 'vitest';
import { WARN } from '../../support/bot-log.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { healthPages } from '../operating/metrics-page.ts';

/** The token of an interaction, which allows answering as the bot for 15 minutes. */
const INTERACTION_TOKEN = /\/(?:webhooks|interactions)\/\d+\/([^/?]+)/;

/** The encodings in which a token may appear. */
const encodingsOf = (token: string): readonly string[] => [
  token,
  token.slice(token.lastIndexOf('.') + 1),
  Buffer.from(token).toString('base64'),
  encodeURIComponent(token),
];

/** Collects the tokens of all interactions that the bot answers from now on. */
function interactionTokensOf(world: BotWorld): ReadonlySet<string> {
  const tokens = new Set<string>();
  world.discord.onRequest(({ path }) => {
    const [, token] = INTERACTION_TOKEN.exec(decodeURIComponent(path)) ?? [];
    if (token !== undefined) tokens.add(token);
  });
  return tokens;
}

/** Causes every kind of runtime error in turn. */
async function provokeErrors(world: BotWorld): Promise<readonly unknown[]> {
  const { home, discord, marketplace } = world;
  const seen: unknown[] = [];
  const ask = async (name: string, options: Readonly<Record<string, string>> = {}) => {
    seen.push((await home.admin.command(name, options)).message);
  };
  for (const fault of [{ drop: true }, { status: 500 }, { body: 'html' }] as const) {
    marketplace.faults.set(fault);
    await ask('profile show', { who: `nobody-${seen.length}` });
    marketplace.faults.clear();
  }
  for (const status of [400, 403, 500]) {
    const over = discord.faults.add({ do: 'answer', status }, { route: /interactions|webhooks/ });
    await ask('collection info', { collection: 'lantern-foxes' });
    over();
  }
  const over = discord.faults.add({ do: 'answer', status: 503 }, { route: /messages/ });
  marketplace.cause.sale();
  await ask('alerts health');
  over();
  await ask('status');
  await ask('alerts list');
  return seen;
}

describe('a secret', () => {
  it('is in nothing that the bot writes, serves, posts or answers, also after errors', async () => {
    await using world = await startBotWorld();
    const pages = await healthPages();
    const tokens = interactionTokensOf(world);
    const operators = world.home.addChannel('operators');
    const bot = world.startProcess({ ...pages.environment, OPERATOR_CHANNEL_ID: operators });
    await bot.log.until('ready');
    await world.home.follow(world.home.channelId);

    const answers = await provokeErrors(world);
    const served = await Promise.all(['/healthz', '/readyz', '/metrics', '/nowhere'].map(pages.get));
    world.discord.revokeToken(world.applicationId);
    world.marketplace.cause.sale();
    await bot.exit;

    const written = JSON.stringify([
      bot.log.lines,
      served,
      answers,
      world.discord.messages(operators),
      world.discord.messages(world.home.channelId),
    ]);
    expect(bot.log.lines.filter(({ level }) => level >= WARN).length).toBeGreaterThan(3);
    expect(written).toContain('[secret]');
    expect(tokens.size).toBeGreaterThan(5);
    const secrets = [...encodingsOf(world.token), ...tokens];
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  }, 90_000);

  it.each([
    ['a token that is none', { DISCORD_TOKEN: 'hunter2-is-no-token' }],
    ['a password in the address of the marketplace', { MARKETPLACE_URL: 'http://bot:hunter2@127.0.0.1:9' }],
    ['a password in the address of the database', { DATABASE_URL: 'mysql://bot:hunter2@127.0.0.1/gavel' }],
  ])('is not repeated when the settings are refused for %s', async (_what, settings) => {
    await using world = await startBotWorld();
    const bot = world.startProcess(settings);
    expect(await bot.exit).toMatchObject({ code: 78 });
    const written = JSON.stringify(bot.log.lines);
    expect(written).toContain('kept secret');
    expect(written).not.toContain('hunter2');
  });
});

/** Words that only occur in the members' input. */
const TYPED = ['quokkaone', 'quokkatwo', 'quokkathree', 'quokkafour', 'quokkafive', 'quokkasix'] as const;

describe('what members type', () => {
  it.each([
    ['answers', {}],
    ['fails', { status: 500 }],
    ['knows nothing', { status: 404 }],
    ['speaks HTML', { body: 'html' }],
    ['drops every connection', { drop: true }],
  ] as const)(
    'is in no line of the log, at the finest level, when the marketplace %s',
    async (_how, fault) => {
      await using world = await startBotWorld();
      const { admin } = world.home;
      const bot = world.startProcess();
      await bot.log.until('ready');
      world.marketplace.faults.set(fault);

      await admin.command('profile show', { who: TYPED[0] });
      await admin.command('collection info', { collection: TYPED[1] });
      await admin.command('token', { collection: 'lantern-foxes', token: TYPED[2] });
      await admin.command('profile show', { who: `@${TYPED[0]}` });
      await admin.autocomplete('collection info', { collection: TYPED[3] }, 'collection');
      await admin.command('alerts add', { alerts: 'sales', collection: TYPED[4] });
      await admin.command('collection tokens', {
        collection: 'lantern-foxes',
        trait: 'Fur',
        value: TYPED[5],
      });
      world.marketplace.faults.clear();
      bot.kill('SIGTERM');
      await bot.exit;

      const leaks = bot.log.lines
        .map((line) => JSON.stringify(line))
        .filter((line) => line.includes('quokka'));
      expect(leaks).toEqual([]);
    },
  );
});
