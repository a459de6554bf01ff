import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { behavioursOf, type Subcommand } from '../../../src/discord/command.ts';
import { startBotWorld } from '../../support/bot-world.ts';

/** Names of the commands that require what is wanted. */
const namesOf = (isWanted: (requires: Subcommand['requires']) => boolean) =>
  [...behavioursOf(commands)].flatMap(([name, { requires }]) => (isWanted(requires) ? [name] : []));

describe('/help', () => {
  it('tells a member, and nobody else, of every lookup, each to be clicked, and of nothing they may not use', async () => {
    await using world = await startBotWorld();
    await world.start();

    const reply = await world.home.member.command('help');

    expect(reply.ephemeral).toBe(true);
    const text = reply.message?.embeds[0]?.description ?? '';
    for (const name of namesOf((requires) => requires === undefined)) {
      expect(text).toMatch(new RegExp(`</${name}:\\d{15,20}>`));
    }
    const kept = namesOf((requires) => requires !== undefined);
    expect(kept).not.toEqual([]);
    for (const name of kept) expect(text).not.toContain(`/${name}`);
    expect(text).toContain('Who may manage this server');
  });

  it('tells an admin of everything', async () => {
    await using world = await startBotWorld();
    await world.start();
    const reply = await world.home.admin.command('help');
    const text = reply.message?.embeds[0]?.description ?? '';
    for (const name of namesOf(() => true)) expect(text).toContain(`</${name}:`);
    expect(text).not.toContain('Who may manage this server');
  });

  it('needs no marketplace', async () => {
    await using world = await startBotWorld();
    await world.start();
    world.marketplace.faults.set({ drop: true });
    expect((await world.home.member.command('help')).message?.embeds[0]?.title).toBe('What I can do');
  });
});

describe('/status', () => {
  it('tells the asker how the feed, Discord and the bot are', async () => {
    await using world = await startBotWorld();
    world.marketplace.cause.sale();
    await world.start();

    const reply = await world.home.member.command('status');

    expect(reply.ephemeral).toBe(true);
    const fields = reply.message?.embeds[0]?.fields ?? [];
    const value = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
    expect(value('Test Market’s feed')).toMatch(/^last read <t:\d+:R>$/);
    expect(value('Feed lag')).toMatch(/^\d+ s\n/);
    expect(value('Discord latency')).toMatch(/^(not measured yet|\d+ ms)$/);
    expect(value('Alerts waiting')).toContain('0 in this server');
    expect(value('Running since')).toMatch(/^<t:\d+:R>$/);
    expect(value('Version')).toMatch(/^\d+\.\d+\.\d+$/);
    const everything = JSON.stringify(reply.message);
    for (const secret of [world.token, world.marketplace.url, String(world.environment['DATABASE_URL'])]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('tells of trouble with the marketplace, and how old the news is', async () => {
    await using world = await startBotWorld();
    world.marketplace.cause.sale();
    const bot = await world.start();
    world.marketplace.faults.set({ drop: true });
    world.clock.leap(3_600_000);
    await bot.app.look();

    const reply = await world.home.member.command('status');

    const text = JSON.stringify(reply.message?.embeds);
    expect(text).toContain('the marketplace failed 1 time since');
    expect(text).toMatch(/"1 h( \d+ s)?\\n-# since the newest event/);
  });

  it('says how many alerts wait', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    const posting = { method: 'POST', route: '/channels/:channelId/messages' } as const;
    world.discord.faults.add({ do: 'rate-limit', retryAfterMs: 600_000 }, posting);
    world.marketplace.cause.sale();
    await bot.app.look();

    const deadline = performance.now() + 5_000;
    let told = '';
    while (!told.includes('1 in this server') && performance.now() < deadline) {
      told = JSON.stringify((await world.home.member.command('status')).message?.embeds);
    }
    expect(told).toContain('1 in this server');
  });
});

describe('the examples of /help for lookups', () => {
  it('find what they name in the marketplace of the demo', async () => {
    await using world = await startBotWorld();
    await world.start();
    const examples = [...behavioursOf(commands)].flatMap(([name, { example, requires, options }]) =>
      // Which auctions run is another matter every minute.
      example === undefined || requires !== undefined || name === 'auction show'
        ? []
        : [{ name, example, options }],
    );
    expect(examples.length).toBeGreaterThan(5);
    for (const { name, example, options: definitions } of examples) {
      const isNumber = (option: string) =>
        definitions.find((one) => one.name === option)?.type === ApplicationCommandOptionType.Integer;
      const options = Object.fromEntries(
        [...example.matchAll(/(\w+):(.*?)(?= \w+:|$)/g)].map(([, option = '', value = '']) => [
          option,
          isNumber(option) ? Number(value) : value,
        ]),
      );
      const { message } = await world.home.member.command(name, options);
      expect([name, message?.content]).toEqual([name, '']);
      expect([name, message?.embeds[0]?.title ?? message?.embeds[0]?.author?.name]).not.toEqual([
        name,
        undefined,
      ]);
    }
  });
});
