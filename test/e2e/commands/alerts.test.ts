import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { messageOf } from '../lookups/reading.ts';

const FOXES = 'lantern-foxes';
const text = (reply: Reply) => reply.message?.content;
/** The lines of a set-up that waits for its confirmation: for which channel, and what it would tell. */
const draftLines = (reply: Reply) => text(reply)?.split('\n').slice(0, 2);
const listed = (reply: Reply) => reply.message?.embeds[0]?.description ?? reply.message?.content ?? '';

function addressOf({ marketplace }: BotWorld, path: string): string {
  const collection = marketplace.collections().find((one) => one.path === path);
  if (collection === undefined) throw new Error(`There is no collection ${path}.`);
  return collection.address;
}

/** What the bot may not do in a channel from now on. */
function deny(world: BotWorld, channelId: string, permission: bigint): void {
  world.discord.setOverwrite(channelId, { id: world.applicationId, type: 'member', deny: permission });
}

describe('/alerts add', () => {
  it('lets a channel follow every collection once that is confirmed, and says so to the admin alone', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await admin.command('alerts add', { channel: channelId });
    expect(draftLines(draft)).toEqual([`**New alert in <#${channelId}>**`, 'Sales of every collection.']);
    expect(draft.ephemeral).toBe(true);
    expect(listed(await admin.command('alerts list'))).toMatch(/^No channel follows anything/);
    const reply = await admin.press(messageOf(draft), 'Confirm');

    expect(text(reply)).toBe(
      `✅ <#${channelId}> is told of sales of every collection from now on (subscription #1). \`/alerts test\` posts an example there.`,
    );
    expect(listed(await admin.command('alerts list'))).toContain('**#1**');
  });

  it('takes a collection as it is chosen, as path, as pasted URL, and by its name', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const address = addressOf(world, FOXES);
    const typed = await home.admin.autocomplete(
      'alerts add',
      { channel: home.channelId, collection: 'fox' },
      'collection',
    );
    const chosen = String(typed[0]?.value);
    expect(chosen).toBe(address);

    const waysToSay = [
      chosen,
      FOXES,
      `https://market.example/collections/${FOXES}?tab=items`,
      'lantern FOXES',
    ];
    for (const collection of waysToSay) {
      const channel = home.addChannel('another');
      const reply = await home.admin.command('alerts add', { channel, collection });
      expect(draftLines(reply)).toEqual([`**New alert in <#${channel}>**`, 'Sales of Lantern Foxes.']);
      expect(await home.subscribe(channel, { collection })).toContain('is told of sales of Lantern Foxes');
    }
  });

  it.each([
    ['a part of its name', 'lantern'],
    ['a misspelling', 'Lantren Foxes'],
    ['a torn name', 'Lanternfoxes'],
  ])('suggests the nearest collection for %s, and follows nothing', async (_what, collection) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const reply = await admin.command('alerts add', { channel: channelId, collection });

    expect(text(reply)).toMatch(
      /^I know no collection “.+” \(in \*\*collection\*\*\)\. Did you mean “Lantern Foxes”/,
    );
    expect(listed(await admin.command('alerts list'))).toMatch(/^No channel follows anything/);
  });

  it('names the permission that it lacks in that very channel', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const closed = home.addChannel('closed');
    deny(world, closed, PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.SendMessages);

    const reply = await home.admin.command('alerts add', { channel: closed });

    expect(text(reply)).toContain(
      `I cannot post in <#${closed}> yet. Give me “Send Messages”, “Embed Links” there`,
    );
    expect(reply.message?.components).toEqual([]);
    expect(await home.subscribe(home.channelId, {})).toContain('is told of sales');
  });

  it('says “already” when the same is confirmed again, and keeps one', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { admin, channelId } = home;
    await home.follow(channelId, FOXES);

    const draft = await admin.command('alerts add', {
      channel: channelId,
      collection: addressOf(world, FOXES),
    });
    const reply = await admin.press(messageOf(draft), 'Confirm');

    expect(text(reply)).toBe(`<#${channelId}> has that already, as subscription #1.`);
    expect(listed(await admin.command('alerts list'))).not.toContain('**#2**');
  });

  it('is seen by a plain member, and refused to them', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { admin, member, channelId } = home;
    await home.follow(channelId);
    const before = listed(await admin.command('alerts list'));

    const replies = [
      await member.command('alerts add', { channel: channelId, collection: FOXES }),
      await member.command('alerts list'),
      await member.command('alerts remove', { subscription: '1' }),
    ];

    for (const reply of replies) {
      expect(text(reply)).toBe('You need the permission “Manage Server” in this server to do that.');
      expect(reply.message?.components).toEqual([]);
      expect(reply.ephemeral).toBe(true);
    }
    expect(listed(await admin.command('alerts list'))).toBe(before);
  });
});

describe('/alerts list', () => {
  it('says how to begin while nothing is followed', async () => {
    await using world = await startBotWorld();
    await world.start();

    expect(listed(await world.home.admin.command('alerts list'))).toBe(
      'No channel follows anything yet. Begin with `/alerts add`.',
    );
  });

  it('shows each subscription of this server and when it last posted', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    const quiet = home.addChannel('quiet');
    await home.follow(home.channelId);
    await home.follow(quiet, 'deep-sea-post');
    await other.follow(other.channelId);
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.look();
    await bot.log.until('posted');

    const list = listed(await home.admin.command('alerts list'));

    expect(list.split('\n')).toEqual([
      `**#1** <#${home.channelId}> sales of every collection`,
      expect.stringMatching(/^-# ▶ in force · last post <t:\d+:R> · last match <t:\d+:R>$/),
      `**#2** <#${quiet}> sales of Deep Sea Post`,
      '-# ▶ in force · nothing posted yet',
    ]);
  });

  it('shows a stopped channel with its reason and how many alerts wait', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    deny(world, home.channelId, PermissionFlagsBits.SendMessages);
    for (let sales = 0; sales < 3; sales += 1) world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.look();
    await bot.log.until('takes no messages');

    const list = listed(await home.admin.command('alerts list'));

    expect(list).toContain('⚠ stopped: I may not post there; give me “Send Messages” and “Embed Links”');
    expect(list).toMatch(/ 3 .*wait/);
  });
});

describe('/alerts remove', () => {
  it('offers this server’s subscriptions only, and stops the one that is chosen', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    const letters = home.addChannel('letters');
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId);
    await home.follow(letters, 'deep-sea-post');

    const choices = await home.admin.autocomplete('alerts remove', { subscription: '' }, 'subscription');
    const reply = await home.admin.command('alerts remove', { subscription: String(choices[0]?.value) });

    expect(choices).toEqual([
      { name: '#1 in sales: sales of Lantern Foxes', value: '1' },
      { name: '#3 in letters: sales of Deep Sea Post', value: '3' },
    ]);
    expect(text(reply)).toBe(`<#${home.channelId}> no longer follows sales of Lantern Foxes.`);
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.look();
    await world.untilPosted(other.channelId, 1);
    expect(world.embeds(home.channelId)).toEqual([]);
  });

  it('narrows the choices by what is typed', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);
    await home.follow(home.channelId, 'deep-sea-post');

    const choices = await home.admin.autocomplete(
      'alerts remove',
      { subscription: 'letter' },
      'subscription',
    );
    const deep = await home.admin.autocomplete('alerts remove', { subscription: 'deep' }, 'subscription');

    expect(choices).toEqual([]);
    expect(deep.map(({ value }) => value)).toEqual(['2']);
  });

  it.each([
    ['another server’s', '1'],
    ['an unknown', '77'],
    ['no', 'the first one'],
  ])('refuses %s number', async (_what, subscription) => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    await world.start();
    await other.follow(other.channelId);

    const reply = await home.admin.command('alerts remove', { subscription });

    expect(text(reply)).toBe('This server has no such subscription. `/alerts list` shows the numbers.');
    expect(listed(await other.admin.command('alerts list'))).toContain('**#1**');
  });
});
