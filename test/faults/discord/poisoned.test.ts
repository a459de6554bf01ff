import { describe, expect, it } from 'vitest';
import type { RestRequest } from '../../../sandbox/discord/rest/route.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';

const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const FIVE_MINUTES_MS = 5 * 60_000;
const SALES = 11;

/** Whether a request wants to post this into this channel, in whatever form. */
function posts(channelId: string, text: string): (request: RestRequest) => boolean {
  return ({ params, body }) => params['channelId'] === channelId && JSON.stringify(body).includes(text);
}

/** Lets time go by in small steps until `isThere`, and answers how much of it that took, ms; at most `withinMs`. */
async function timeUntil({ clock }: BotWorld, isThere: () => boolean, withinMs: number): Promise<number> {
  let passed = 0;
  await expect
    .poll(
      () => {
        if (isThere()) return true;
        clock.advance(1_000);
        passed += 1_000;
        return passed > withinMs;
      },
      { interval: 25, timeout: 25_000 },
    )
    .toBe(true);
  return passed;
}

async function healthOf({ home }: BotWorld) {
  const reply = await home.admin.command('alerts health');
  const embed = reply.message?.embeds[0];
  return {
    title: embed?.title,
    fields: new Map(embed?.fields?.map(({ name, value }) => [name, value])),
  };
}

/** Two channels that follow everything, with more sales waiting than fit into one message. */
async function twoChannels() {
  const world = await startBotWorld();
  const bot = await world.start();
  const beside = world.home.addChannel('beside');
  await world.home.follow(world.home.channelId);
  await world.home.follow(beside);
  const records = Array.from({ length: SALES }, () => world.marketplace.cause.sale());
  const txHash = (index: number) => records[index]?.find(({ kind }) => kind === 'sale')?.txHash ?? '?';
  return { world, bot, beside, due: records.flatMap(itemsSold), txHash };
}

describe('a message at which Discord answers 500 for ever', () => {
  it.each([
    ['the first', 0],
    ['one in the middle', 5],
  ])('is given up within five minutes and costs nothing else (%s of eleven sales)', async (_which, bad) => {
    const { world, bot, beside, due, txHash } = await twoChannels();
    await using _world = world;
    const { channelId } = world.home;
    world.discord.faults.add(
      { do: 'answer', status: 500 },
      { ...POSTING, where: posts(channelId, txHash(bad)) },
    );
    const others = due.filter((_item, index) => index !== bad);

    await bot.app.poll();
    const passed = await timeUntil(
      world,
      () => itemsPosted(world.embeds(channelId)).length >= others.length,
      FIVE_MINUTES_MS,
    );

    expect(itemsPosted(world.embeds(channelId))).toEqual(others);
    expect(passed).toBeLessThan(FIVE_MINUTES_MS);
    expect(itemsPosted(world.embeds(beside))).toEqual(due);
    expect(bot.log.linesWith('one by one')).toHaveLength(1);
    expect(bot.log.linesWith('plain text')).toHaveLength(1);
    expect(bot.log.linesWith('in every layout')).toHaveLength(1);
    const { title, fields } = await healthOf(world);
    expect(title).toBe('Alerts need attention');
    expect(fields.get('Not posted in the last 7 days')).toMatch(
      new RegExp(`^<#${channelId}>: 1 alert, .*rejected even as plain text`),
    );
    const why = await world.home.admin.command('why', { what: txHash(bad) });
    expect(why.message?.embeds[0]?.description).toMatch(
      /not posted: Discord repeatedly responded with server errors\. You can post it from <?\/alerts log/,
    );
  });

  it('is posted as plain text where Discord accepts that, in its place', async () => {
    const { world, bot, due, txHash } = await twoChannels();
    await using _world = world;
    const { channelId } = world.home;
    const isHere = posts(channelId, txHash(5));
    world.discord.faults.add(
      { do: 'answer', status: 500 },
      {
        ...POSTING,
        where: (request) => isHere(request) && JSON.stringify(request.body).includes('"embeds"'),
      },
    );

    await bot.app.poll();
    await timeUntil(world, () => itemsPosted(world.embeds(channelId)).length >= SALES - 1, FIVE_MINUTES_MS);

    expect(itemsPosted(world.embeds(channelId))).toEqual(due.filter((_item, index) => index !== 5));
    const inWords = world.discord.messages(channelId).findIndex(({ payload }) => payload.content !== '');
    expect(world.discord.messages(channelId)[inWords]?.payload.content).toContain(txHash(5));
    expect(inWords).toBe(5);
    expect(bot.log.linesWith('in every layout')).toEqual([]);
  });

  it('shows in health and in the status within two minutes, with the reason', async () => {
    const { world, bot, txHash } = await twoChannels();
    await using _world = world;
    const { channelId } = world.home;
    world.discord.faults.add(
      { do: 'answer', status: 500 },
      { ...POSTING, where: posts(channelId, txHash(0)) },
    );

    await bot.app.poll();
    await timeUntil(world, () => false, 75_000);

    const { title, fields } = await healthOf(world);
    expect(title).toBe('Alerts need attention');
    expect(fields.get('Delayed by more than a minute')).toMatch(
      new RegExp(
        `^<#${channelId}>: 11 alerts, the oldest from <t:\\d+:R> \\(Discord has not confirmed a message`,
      ),
    );
    const status = await world.home.member.command('status');
    const waiting = status.message?.embeds[0]?.fields?.find(({ name }) => name === 'Alerts waiting');
    expect(waiting?.value).toContain('1 channel is delayed');
  });
});

describe('a Discord that takes no message anywhere though it can be read', () => {
  it('has everything posted as ever once it accepts messages again: nothing is degraded or given up', async () => {
    const { world, bot, beside, due } = await twoChannels();
    await using _world = world;
    const over = world.discord.faults.add({ do: 'answer', status: 500 }, POSTING);

    await bot.app.poll();
    await timeUntil(world, () => false, FIVE_MINUTES_MS + 60_000);
    over();
    const { channelId } = world.home;
    await timeUntil(world, () => itemsPosted(world.embeds(beside)).length >= due.length, 60_000);
    await timeUntil(world, () => itemsPosted(world.embeds(channelId)).length >= due.length, 60_000);

    for (const channel of [channelId, beside]) {
      expect(itemsPosted(world.embeds(channel))).toEqual(due);
      expect(world.discord.messages(channel)).toHaveLength(2);
    }
  });
});
