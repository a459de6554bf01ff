import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { configureChannel, quietHoursAround, SUMMARY_PENDING } from '../channels/channel.ts';
import { description } from '../lookups/reading.ts';
import { allow, deny, listOf } from '../setup/set-up.ts';

const HOUR_MS = 3_600_000;

/** The answer of `/alerts health`: its title and its fields by name. */
async function healthOf(person: Person) {
  const reply = await person.command('alerts health');
  const [embed] = reply.message?.embeds ?? [];
  const field = (name: string) => {
    const value = embed?.fields?.find((one) => one.name === name)?.value;
    return value === undefined ? undefined : withPlainCommands(value);
  };
  return { title: embed?.title, line: embed?.description, field, ephemeral: reply.ephemeral };
}

const watchedAuctions = (text: string | undefined) =>
  Number(/following (\d+) auctions?/.exec(text ?? '')?.[1]);

describe('/alerts health', () => {
  it('says in a few words that all is well, with the last poll', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('posted');

    const { title, line, field, ephemeral } = await healthOf(home.admin);

    expect(ephemeral).toBe(true);
    expect(title).toBeUndefined();
    expect(line).toBe('✅ All good.');
    expect(field('Test Market’s feed')).toMatch(/^last read <t:\d+:R>$/);
    expect(field('Queue')).toBe('empty');
  });

  it('shows how many auctions are watched beside what is wrong', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    const silent = home.addChannel('silent');
    await home.follow(silent, FOXES);
    deny(world, silent, Bits.SendMessages);
    const before = await healthOf(home.admin);
    marketplace.cause.auction({ collection: FOXES });
    await bot.app.poll();

    const { field } = await healthOf(home.admin);

    expect(field('Auctions')).toMatch(/^last read <t:\d+:R>\nfollowing \d+ auctions$/);
    expect(watchedAuctions(field('Auctions'))).toBe(watchedAuctions(before.field('Auctions')) + 1);
    expect(field('Discord')).toMatch(/^connected/);
  });

  it('shows the age of the newest event and the time of the last poll', async () => {
    await using world = await startBotWorld();
    const { home, clock } = world;
    const bot = await world.start();
    const silent = home.addChannel('silent');
    await home.follow(silent, FOXES);
    deny(world, silent, Bits.SendMessages);
    sellFoxes(world, 1);
    await bot.app.poll();
    const soldAt = clock.now();
    clock.advance(2 * HOUR_MS);
    await bot.app.poll();
    const readAt = clock.now();
    clock.advance(5 * 60_000);

    const { field } = await healthOf(home.admin);

    const feed = field('Test Market’s feed') ?? '';
    const readSeconds = Number(/^last read <t:(\d+):R>/.exec(feed)?.[1]);
    const eventSeconds = Number(/\nnewest event <t:(\d+):R>/.exec(feed)?.[1]);
    expect(Math.abs(readSeconds - readAt / 1_000)).toBeLessThan(5);
    expect(Math.abs(eventSeconds - soldAt / 1_000)).toBeLessThan(5);
  });

  it('shows a marketplace that does not answer, and its recovery', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    marketplace.faults.set({ status: 503 });
    await bot.app.poll();

    const failing = await healthOf(home.admin);
    marketplace.faults.clear();
    world.clock.advance(10 * 60_000); // longer than the back-off after failed polls
    await bot.app.poll();
    const recovered = await healthOf(home.admin);

    expect(failing.title).toBe('Alerts need attention');
    expect(failing.field('Test Market’s feed')).toContain('failed request');
    expect(recovered.line).toContain('All good');
  });

  it('shows the backlog of each channel of this server only', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const other = world.addServer('other');
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await other.follow(other.channelId, FOXES);
    for (const server of [home, other]) {
      await configureChannel(server, server.channelId, quietHoursAround(world, { before: 1, after: 2 }));
    }
    sellFoxes(world, 3);
    await bot.app.poll();
    await bot.log.until(SUMMARY_PENDING, 2);

    const { line, field } = await healthOf(home.admin);

    expect(line).toBe('✅ All good.');
    expect(field('Waiting to be posted')).toBe('3 alerts');
  });

  it('shows suspended channels with reason and remedy, and paused alerts', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    const bot = await world.start();
    const hidden = home.addChannel('blind');
    const gone = home.addChannel('gone');
    await home.follow(home.channelId, FOXES);
    await home.follow(hidden, FOXES);
    await home.follow(gone, FOXES);
    await home.subscribe(home.channelId, { collection: 'deep-sea-post' });
    await home.admin.command('alerts pause', { alert: '4' });
    deny(world, hidden, Bits.ViewChannel);
    discord.deleteChannel(gone);
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('channel rejects messages', 2);

    const failing = await healthOf(home.admin);
    allow(world, hidden);
    await bot.log.until('permissions restored');
    const recovered = await healthOf(home.admin);

    expect(failing.title).toBe('Alerts need attention');
    expect((failing.field('Stopped channels') ?? '').split('\n').toSorted()).toEqual(
      [
        `<#${hidden}>: I can’t see the channel; to continue, give me “View Channel” there`,
        `<#${gone}>: the channel was deleted; copy its alerts to another channel with \`/alerts copy\`, or remove them with \`/alerts remove\``,
      ].toSorted(),
    );
    expect(failing.field('Paused alerts')).toBe('#4');
    expect(recovered.field('Stopped channels')).toBe(
      `<#${gone}>: the channel was deleted; copy its alerts to another channel with \`/alerts copy\`, or remove them with \`/alerts remove\``,
    );
  });

  it('shows the channels that would refuse the next alert before there is one', async () => {
    await using world = await startBotWorld();
    const { home, discord } = world;
    await world.start();
    const [silent, gone, paused] = ['silent', 'gone', 'paused'].map((name) => home.addChannel(name));
    for (const channel of [home.channelId, silent, gone, paused]) await home.follow(channel ?? '', FOXES);
    await home.admin.command('alerts pause', { alert: '4' });
    deny(world, silent ?? '', Bits.SendMessages);
    deny(world, paused ?? '', Bits.SendMessages);
    discord.deleteChannel(gone ?? '');

    const { title, field } = await healthOf(home.admin);
    const list = (await listOf(home.admin)).split('\n');

    expect(title).toBe('Alerts need attention');
    expect(field('Stopped channels')).toBeUndefined();
    expect((field('Channels where the next alert would fail') ?? '').split('\n')).toEqual([
      `<#${silent}>: I can’t post there: give me “Send Messages”`,
      `<#${gone}>: I can’t find the channel: it was deleted, or it is a closed thread that the next alert will reopen`,
    ]);
    expect([list[1], list[3], list[5]]).toEqual([
      '-# ▶ active · nothing posted yet',
      '-# ⚠ I can’t post there: give me “Send Messages” · nothing posted yet',
      '-# ⚠ I can’t find the channel: it was deleted, or it is a closed thread that the next alert will reopen · nothing posted yet',
    ]);
    expect(list[7]).toMatch(/^-# ⏸ paused/);
  });

  it('explains the first step when nothing is set up', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();

    const before = await home.admin.command('alerts health');
    await home.follow(home.channelId, FOXES);
    const after = await home.admin.command('alerts health');

    expect(description(before)).toMatch(/ No alerts yet\. Add one with `\/alerts add`\.$/);
    expect(description(after)).not.toContain('alerts yet');
  });

  it('shows abandoned alerts with the reason', async () => {
    await using world = await startBotWorld();
    const { home, discord, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    const [refused] = marketplace.cause.sale({ collection: FOXES });
    discord.faults.add(
      { do: 'answer', status: 400, code: 50_035 },
      {
        method: 'POST',
        route: '/channels/:channelId/messages',
        where: ({ body }) => JSON.stringify(body).includes(refused?.txHash ?? '?'),
      },
    );
    await bot.app.poll();
    await bot.log.until('alert rejected in every layout');
    sellFoxes(world, 1); // What Discord accepts next shows that the channel is not at fault.
    await bot.app.poll();
    await bot.log.until('rejected alerts abandoned');

    const { title, field } = await healthOf(home.admin);

    expect(title).toBe('Alerts need attention');
    expect(field('Not posted in the last 7 days')).toMatch(
      new RegExp(`^<#${home.channelId}>: 1 alert, last <t:\\d+:R> \\(rejected even as plain text\\)$`),
    );
  });

  it('shows how often events were missed', async () => {
    await using world = await startBotWorld({ maxLimit: 5 });
    const { home, clock } = world;
    const bot = await world.start();
    sellFoxes(world, 150);
    clock.advance(60_000);
    await bot.app.poll();

    const { title, field } = await healthOf(home.admin);

    expect(title).toBe('Alerts need attention');
    expect(field('Missed events')).toMatch(
      /^⚠ Events came faster than they could be read: once in the last 7 days/,
    );
  });
});
