import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { HELD, quietAround, tune } from '../channels/channel.ts';
import { description } from '../lookups/reading.ts';
import { allow, deny, listOf } from '../setup/set-up.ts';

const HOUR_MS = 3_600_000;

/** What `/alerts health` says, by the names of its fields. */
async function healthOf(person: Person) {
  const reply = await person.command('alerts health');
  const [embed] = reply.message?.embeds ?? [];
  const field = (name: string) => embed?.fields?.find((one) => one.name === name)?.value;
  return { title: embed?.title, field, ephemeral: reply.ephemeral };
}

const watchedIn = (text: string | undefined) => Number(/(\d+) auctions? watched/.exec(text ?? '')?.[1]);

describe('/alerts health', () => {
  it('tells that all is well: last poll, feed lag, auctions watched, Discord, nothing waiting or stopped', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    sellFoxes(world, 1);
    const before = await healthOf(home.admin);
    marketplace.cause.auction({ collection: FOXES });
    await bot.app.look();
    await bot.log.until('posted');

    const { title, field, ephemeral } = await healthOf(home.admin);

    expect(ephemeral).toBe(true);
    expect(title).toBe('All is well with the alerts');
    expect(field('Test Market’s feed')).toMatch(/^last read <t:\d+:R>$/);
    expect(field('Feed lag')).toMatch(/\n-# newest event <t:\d+:R>$/);
    expect(field('Auctions')).toMatch(/^last read <t:\d+:R>\n\d+ auctions watched$/);
    expect(watchedIn(field('Auctions'))).toBe(watchedIn(before.field('Auctions')) + 1);
    expect(field('Discord')).toMatch(/^connected/);
    expect(field('Missed events')).toBe('none in the last 7 days');
    expect(field('Waiting to be posted')).toBe('nothing');
    expect(field('Stopped channels')).toBe('none');
    expect(field('Given up in the last 7 days')).toBe('nothing');
  });

  it('tells how old the newest event is, and when the feed was read last', async () => {
    await using world = await startBotWorld();
    const { home, clock } = world;
    const bot = await world.start();
    sellFoxes(world, 1);
    await bot.app.look();
    const soldAt = clock.now();
    clock.leap(2 * HOUR_MS);
    await bot.app.look();
    const readAt = clock.now();
    clock.leap(5 * 60_000);

    const { field } = await healthOf(home.admin);

    const readSeconds = Number(/<t:(\d+):R>/.exec(field('Test Market’s feed') ?? '')?.[1]);
    const eventSeconds = Number(/<t:(\d+):R>/.exec(field('Feed lag') ?? '')?.[1]);
    expect(Math.abs(readSeconds - readAt / 1_000)).toBeLessThan(5);
    expect(Math.abs(eventSeconds - soldAt / 1_000)).toBeLessThan(5);
    expect(field('Feed lag')).toMatch(/^2 h 5 min\n/);
  });

  it('tells of a marketplace that does not answer, and when it is well again', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    marketplace.faults.set({ status: 503 });
    await bot.app.look();

    const ill = await healthOf(home.admin);
    marketplace.faults.clear();
    world.clock.leap(10 * 60_000); // past the pause that a failing marketplace is given
    await bot.app.look();
    const well = await healthOf(home.admin);

    expect(ill.title).toBe('Alerts need a look');
    expect(ill.field('Test Market’s feed')).toContain('⚠ the marketplace failed');
    expect(well.field('Test Market’s feed')).not.toContain('⚠');
  });

  it('tells the backlog of each channel of this server, and of no other', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);
    for (const server of [home, other]) {
      await tune(server, server.channelId, quietAround(world, { before: 1, after: 2 }));
    }
    sellFoxes(world, 3);
    await bot.app.look();
    await bot.log.until(HELD, 2);

    const { field } = await healthOf(home.admin);

    expect(field('Waiting to be posted')).toBe(`<#${home.channelId}>: 3 alerts wait`);
  });

  it('tells suspended channels with reason and remedy, and paused alerts', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const blind = home.addChannel('blind');
    const gone = home.addChannel('gone');
    await home.follow(home.channelId, FOXES);
    await home.follow(blind, FOXES);
    await home.follow(gone, FOXES);
    await home.subscribe(home.channelId, { collection: 'deep-sea-post' });
    await home.admin.command('alerts pause', { subscription: '4' });
    deny(world, blind, Bits.ViewChannel);
    discord.deleteChannel(gone);
    sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until('takes no messages', 2);

    const ill = await healthOf(home.admin);
    allow(world, blind);
    await bot.log.until('may post in the channel again');
    const better = await healthOf(home.admin);

    expect(ill.title).toBe('Alerts need a look');
    expect((ill.field('Stopped channels') ?? '').split('\n').toSorted()).toEqual(
      [
        `<#${blind}>: I may not see the channel; give me “View Channel” there, and I go on by myself`,
        `<#${gone}>: the channel was deleted; use \`/alerts copy\` to tell another one, or \`/alerts remove\``,
      ].toSorted(),
    );
    expect(ill.field('Paused alerts')).toBe('#4');
    expect(better.field('Stopped channels')).toBe(
      `<#${gone}>: the channel was deleted; use \`/alerts copy\` to tell another one, or \`/alerts remove\``,
    );
  });

  it('tells of channels that would refuse the next alert before there is one, and of no others', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    await world.start();
    const [silent, gone, paused] = ['silent', 'gone', 'paused'].map((name) => home.addChannel(name));
    for (const channel of [home.channelId, silent, gone, paused]) await home.follow(channel ?? '', FOXES);
    await home.admin.command('alerts pause', { subscription: '4' });
    deny(world, silent ?? '', Bits.SendMessages);
    deny(world, paused ?? '', Bits.SendMessages);
    discord.deleteChannel(gone ?? '');

    const { title, field } = await healthOf(home.admin);
    const list = (await listOf(home.admin)).split('\n');

    expect(title).toBe('Alerts need a look');
    expect(field('Stopped channels')).toBe('none');
    expect((field('Channels that would refuse the next alert') ?? '').split('\n')).toEqual([
      `<#${silent}>: I cannot post there: give me “Send Messages”`,
      `<#${gone}>: I do not see the channel: deleted, or a closed thread, which the next alert opens`,
    ]);
    expect([list[1], list[3], list[5]]).toEqual([
      '-# ▶ active · nothing posted yet',
      '-# ⚠ I cannot post there: give me “Send Messages” · nothing posted yet',
      '-# ⚠ I do not see the channel: deleted, or a closed thread, which the next alert opens · nothing posted yet',
    ]);
    expect(list[7]).toMatch(/^-# ⏸ paused/);
  });

  it('says how to begin where nothing is set up', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();

    const before = await home.admin.command('alerts health');
    await home.follow(home.channelId, FOXES);
    const after = await home.admin.command('alerts health');

    expect(description(before)).toBe('No channel follows anything yet. Begin with `/alerts add`.');
    expect(after.message?.embeds[0]?.description).toBeUndefined();
  });

  it('tells what was given up, and why', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    discord.faults.add(
      { do: 'answer', status: 400, code: 50_035 },
      { method: 'POST', route: '/channels/:channelId/messages' },
    );
    sellFoxes(world, 1);
    await bot.app.look();
    await bot.log.until('takes this alert in no form');

    const { title, field } = await healthOf(home.admin);

    expect(title).toBe('Alerts need a look');
    expect(field('Given up in the last 7 days')).toMatch(
      new RegExp(`^<#${home.channelId}>: 1 alert, last <t:\\d+:R> \\(Discord took them in no form\\)$`),
    );
  });

  it('tells how many times events went by unread', async () => {
    await using world = await startBotWorld({ maxLimit: 5 });
    const { home, clock } = world;
    const bot = await world.start();
    sellFoxes(world, 150);
    clock.leap(60_000);
    await bot.app.look();

    const { title, field } = await healthOf(home.admin);

    expect(title).toBe('Alerts need a look');
    expect(field('Missed events')).toMatch(/^⚠ 1 time in the last 7 days events went by/);
  });
});
