import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf, type Subcommand } from '#src/discord/command.ts';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { messageOf } from './reading.ts';

/** Names of the commands whose requirement satisfies the condition. */
const namesOf = (isWanted: (requires: Subcommand['requires']) => boolean) =>
  [...behavioursOf(commands)].flatMap(([name, { requires }]) => (isWanted(requires) ? [name] : []));

const idOf = (reply: Reply) =>
  /do\.help-about\.[^"]*/.exec(JSON.stringify(reply.message?.components))?.[0] ?? '';

/** The list that the menu of `/help` offers. */
async function allCommands(person: Person): Promise<Reply> {
  const help = await person.command('help');
  return person.select(messageOf(help), idOf(help), ['overview']);
}

describe('/help', () => {
  it('asks what the person wants to do, visible only to them, with three buttons and a menu with examples', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;

    const help = await admin.command('help');
    const posting = await admin.press(messageOf(help), 'Post sales and auctions here');
    const watching = await admin.press(messageOf(posting), 'Get my own alerts');

    expect(help.ephemeral).toBe(true);
    expect(help.message?.embeds[0]?.description).toBe('I follow Test Market. What do you want to do?');
    const labels = [...JSON.stringify(help.message?.components).matchAll(/"label":"([^"]+)"/g)];
    expect(labels.slice(0, 4).map(([, label]) => label)).toEqual([
      'Post sales and auctions here',
      'Look something up',
      'Get my own alerts',
      'All commands',
    ]);
    expect(JSON.stringify(help.message?.components)).toContain('/collection info collection:');
    expect(posting.outcome).toBe('updated');
    expect(posting.message?.embeds[0]?.title).toBe('Post sales and auctions here');
    expect(posting.message?.embeds[0]?.description).toMatch(
      /<\/alerts add:\d+> · .*\n-# for example `\/alerts add channel:#sales collection:Lantern Foxes/,
    );
    expect(watching.message?.embeds[0]?.description).toMatch(/<\/watch add:\d+>/);
  });

  it('lists all commands to a member: every lookup as a command link, and none that they may not use', async () => {
    await using world = await startBotWorld();
    await world.start();

    const reply = await allCommands(world.home.member);

    expect(reply.outcome).toBe('updated');
    const text = reply.message?.embeds[0]?.description ?? '';
    for (const name of namesOf((requires) => requires === undefined)) {
      expect(text).toMatch(new RegExp(`</${name}:\\d{15,20}>`));
    }
    const kept = namesOf((requires) => requires !== undefined);
    expect(kept).not.toEqual([]);
    for (const name of kept) expect(text).not.toContain(`/${name}`);
    expect(text).toContain('Members with “Manage Server”');
  });

  it('lists all commands to an admin', async () => {
    await using world = await startBotWorld();
    await world.start();
    const reply = await allCommands(world.home.admin);
    const text = reply.message?.embeds[0]?.description ?? '';
    for (const name of namesOf(() => true)) expect(text).toContain(`</${name}:`);
    expect(text).not.toContain('Members with “Manage Server”');
  });

  it('opens one command from its menu, with options and examples, and goes back', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { member } = world.home;
    const overview = await member.command('help');
    const one = await member.select(messageOf(overview), idOf(overview), ['token']);
    const back = await member.select(messageOf(one), idOf(one), ['overview']);

    expect(one.outcome).toBe('updated');
    expect(one.message?.embeds[0]?.title).toBe('/token');
    expect(one.message?.embeds[0]?.description).toMatch(
      /^<\/token:\d+> · .*\n-# for example `\/token .*\n-# options: /,
    );
    expect(back.message?.embeds[0]?.title).toBe('All commands');
    const offered = JSON.stringify(overview.message?.components);
    expect(offered).toContain('"/collection"');
    expect(offered).not.toContain('"/alerts"');
  });

  it('works without the marketplace', async () => {
    await using world = await startBotWorld();
    await world.start();
    world.marketplace.faults.set({ drop: true });
    expect((await world.home.member.command('help')).message?.embeds[0]?.title).toBe('What I can do');
  });
});

describe('/status', () => {
  it('shows the state of the feed, Discord and the bot to the requester', async () => {
    await using world = await startBotWorld();
    world.marketplace.cause.sale();
    await world.start();

    const reply = await world.home.member.command('status');

    expect(reply.ephemeral).toBe(true);
    const fields = reply.message?.embeds[0]?.fields ?? [];
    const value = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
    expect(value('Test Market’s feed')).toMatch(/^last read <t:\d+:R>$/);
    expect(value('Newest event')).toMatch(/^<t:\d+:R>$/);
    expect(value('Discord latency')).toMatch(/^(not measured yet|\d+ ms)$/);
    expect(value('Alerts waiting')).toContain('0 in this server');
    expect(value('Running since')).toMatch(/^<t:\d+:R>$/);
    expect(value('Version')).toMatch(/^\d+\.\d+\.\d+$/);
    const everything = JSON.stringify(reply.message);
    for (const secret of [world.token, world.marketplace.url, String(world.environment['DATABASE_URL'])]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('shows a failing marketplace, and the age of the newest event', async () => {
    await using world = await startBotWorld();
    world.marketplace.cause.sale();
    const bot = await world.start();
    world.marketplace.faults.set({ drop: true });
    world.clock.advance(3_600_000);
    await bot.app.poll();

    const reply = await world.home.member.command('status');

    const text = JSON.stringify(reply.message?.embeds);
    expect(text).toContain('1 failed request since');
    expect(text).toMatch(/"Newest event","value":"<t:\d+:R>"/);
  });

  it('shows how many alerts wait', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    await world.home.follow(world.home.channelId);
    const posting = { method: 'POST', route: '/channels/:channelId/messages' } as const;
    world.discord.faults.add({ do: 'rate-limit', retryAfterMs: 600_000 }, posting);
    world.marketplace.cause.sale();
    await bot.app.poll();

    const deadline = performance.now() + 5_000;
    let status = '';
    while (!status.includes('1 in this server') && performance.now() < deadline) {
      status = JSON.stringify((await world.home.member.command('status')).message?.embeds);
    }
    expect(status).toContain('1 in this server');
  });
});

describe('the examples of /help for lookups', () => {
  it('exist in the marketplace of the demo', async () => {
    await using world = await startBotWorld();
    await world.start();
    const lookups = commands.filter(({ name }) => name !== 'watch');
    const examples = [...behavioursOf(lookups)].flatMap(([name, { example, requires, options }]) =>
      // The running auctions change every minute.
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
