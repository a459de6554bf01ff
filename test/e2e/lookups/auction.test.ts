import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';

const HOUR = 3_600_000;
const FOXES = 'lantern-foxes';

/**
 * The message of a reply.
 * @throws Error when the reply has no message
 */
function messageOf(reply: Reply): APIMessage {
  if (reply.message === null) throw new Error(`no message: ${reply.outcome}`);
  return reply.message;
}

const embedOf = (reply: Reply) => messageOf(reply).embeds[0];
const fieldOf = (reply: Reply, name: string) =>
  embedOf(reply)?.fields?.find((one) => one.name === name)?.value;

/** Starts the bot and an auction of a fox with three bids. */
async function startAuction(): Promise<{ world: BotWorld; choice: string }> {
  const world = await startBotWorld();
  world.marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR, startingPrice: 10n ** 18n });
  for (let bid = 0; bid < 3; bid += 1) world.marketplace.cause.bid();
  await world.start();
  const [first] = await world.home.member.autocomplete('auction show', { auction: 'lantern' }, 'auction');
  return { world, choice: String(first?.value) };
}

describe('/auction list', () => {
  it('shows running auctions, opens one by the menu, and links to ended ones', async () => {
    const { world } = await startAuction();
    await using _world = world;
    const { member } = world.home;

    const running = await member.command('auction list');
    expect(running.ephemeral).toBe(false);
    expect(embedOf(running)?.description).toMatch(
      /Lantern Foxes #\d+.*\*\*1\.\d+ S\*\* \(3 bids\)\n-# ends <t:\d+:R>/s,
    );
    const options = JSON.stringify(messageOf(running).components);
    const value = /"value":"([^"]+)"/.exec(options)?.[1] ?? '';
    const opened = await member.select(messageOf(running), 'menu.auctions', [value]);
    expect(opened.outcome).toBe('updated');
    expect(embedOf(opened)?.title).toMatch(/^🔨 Lantern Fox #\d+$/);

    const back = await member.press(messageOf(opened), 'All auctions');
    const over = await member.press(messageOf(back), 'Ended');
    expect(embedOf(over)?.description).toContain('ended · latest end time first');
    const second = await member.press(messageOf(over), 'Next ›');
    expect(embedOf(second)?.footer?.text).toContain('page 2 of');
    const last = await member.press(messageOf(second), 'Last »');
    const first = await member.press(messageOf(last), '« First');
    expect(embedOf(first)?.footer?.text).toContain('page 1 of');
    const highestFirst = await member.press(messageOf(first), 'By bid');
    expect(embedOf(highestFirst)?.description).toContain('highest bid first');
  });

  it.each(['active', 'completed', 'cancelled'])(
    'takes the status %s, every order, and a collection',
    async (status) => {
      const { world } = await startAuction();
      await using _world = world;
      world.marketplace.cause.auction({ collection: FOXES });
      world.marketplace.cause.cancelAuction();
      for (const sort of ['endTime', 'currentBid', 'createdAt']) {
        const reply = await world.home.member.command('auction list', { status, sort, collection: FOXES });
        expect(embedOf(reply)?.title).toBe('Lantern Foxes auctions');
        expect(embedOf(reply)?.description).toContain('Lantern Fox');
      }
    },
  );

  it('reports that there is none', async () => {
    await using world = await startBotWorld();
    await world.start();
    const reply = await world.home.member.command('auction list');
    expect(embedOf(reply)?.description).toContain('No auctions are running.');
  });
});

describe('/auction show', () => {
  it('shows the token, the bids, the leader, and counts down', async () => {
    const { world, choice } = await startAuction();
    await using _world = world;

    const reply = await world.home.member.command('auction show', { auction: choice });

    const [truth] = world.marketplace.ledger.auctions().filter(({ close }) => close === null);
    // The marketplace reports whole seconds, and no auction as ended before it is.
    const end = Math.ceil((truth?.endsAtMs ?? 0) / 1_000);
    expect(embedOf(reply)?.description).toBe(`**Running** · ends <t:${end}:R> (<t:${end}:f>)`);
    expect(embedOf(reply)?.title).toBe(`🔨 ${truth?.tokenName}`);
    expect(embedOf(reply)?.image?.url).toContain('/media/');
    expect(fieldOf(reply, 'Leader')).toContain(truth?.bids.at(-1)?.bidder);
    expect(fieldOf(reply, 'Highest bid')).toMatch(/^\*\*1\.103 S\*\*\n-# exactly 1\.1025 S\n-# .*floor of/);
    expect(fieldOf(reply, 'Starting price')).toBe('**1 S**');
    expect(fieldOf(reply, 'Seller')).toContain(truth?.seller);
    expect(fieldOf(reply, 'Bids (3)')?.split('\n')).toHaveLength(3);
    expect(embedOf(reply)?.url).toBe(`https://market.example/auction/${truth?.collection}/${truth?.number}`);
  });

  it('shows a new bid and the end when it is refreshed', async () => {
    const { world, choice } = await startAuction();
    await using _world = world;
    const { member } = world.home;
    const shown = await member.command('auction show', { auction: choice });

    world.marketplace.cause.bid({ amount: 9n * 10n ** 18n });
    world.clock.advance(20_000);
    const bid = await member.press(messageOf(shown), 'Refresh');
    expect(fieldOf(bid, 'Highest bid')).toContain('**9 S**');

    world.clock.advance(HOUR);
    const over = await member.press(messageOf(bid), 'Refresh');
    expect(embedOf(over)?.description).toContain('**Ended, waiting for settlement**');

    world.marketplace.cause.settle();
    world.clock.advance(20_000);
    const sold = await member.press(messageOf(over), 'Refresh');
    expect(embedOf(sold)?.description).toContain('**Sold**');
    expect(fieldOf(sold, 'Sold for')).toContain('**9 S**');
  });

  it('reports that it was cancelled', async () => {
    const { world, choice } = await startAuction();
    await using _world = world;
    const shown = await world.home.member.command('auction show', { auction: choice });
    world.marketplace.cause.cancelAuction();
    world.clock.advance(20_000);
    const after = await world.home.member.press(messageOf(shown), 'Refresh');
    expect(embedOf(after)?.description).toBe('**Cancelled**');
  });

  it('shows exact amounts only to the requester', async () => {
    const { world, choice } = await startAuction();
    await using _world = world;
    const shown = await world.home.member.command('auction show', { auction: choice });
    const exact = await world.home.member.press(messageOf(shown), 'Exact amounts');
    expect(exact.ephemeral).toBe(true);
    expect(embedOf(exact)?.description).toContain('Highest bid: `1.1025 S`');
  });

  it.each(['Token', 'Seller', 'Leader', 'Collection', 'All auctions'])(
    'leads to its neighbour %s',
    async (label) => {
      const { world, choice } = await startAuction();
      await using _world = world;
      const shown = await world.home.member.command('auction show', { auction: choice });
      const there = await world.home.member.press(messageOf(shown), label);
      expect(there.outcome).toBe('updated');
      expect(embedOf(there)?.title).not.toBe(embedOf(shown)?.title);
    },
  );

  it('reports an unknown auction, or that the marketplace is down, in one sentence', async () => {
    const { world, choice } = await startAuction();
    await using _world = world;
    const { member } = world.home;
    const unknown = await member.command('auction show', { auction: 'zzzz' });
    expect(unknown.message?.content).toContain('No auction “zzzz” found.');
    expect(unknown.ephemeral).toBe(true);
    const missing = await member.command('auction show', { auction: `${choice}999` });
    expect(missing.message?.content).toContain('Not found on the marketplace.');
    world.marketplace.faults.set({ drop: true });
    world.clock.advance(60_000);
    const down = await member.command('auction show', { auction: `${choice}998` });
    expect(down.message?.content).toBe('The marketplace is not responding. Try again in a minute.');
  });

  it('answers a tampered button with “does not work any more”', async () => {
    const { world } = await startAuction();
    await using _world = world;
    const posted = await world.requestAsBot('POST', `/channels/${world.home.channelId}/messages`, {
      content: 'x',
      components: [
        {
          type: 1,
          components: [{ type: 2, style: 1, label: 'Refresh', custom_id: 'at.auction.Fdav3iPAAAE.zz.KQ' }],
        },
      ],
    });
    const { id } = z.looseObject({ id: z.string() }).parse(posted);
    const reply = await world.home.member.press({ id }, 'Refresh');
    expect(reply.message?.content).toContain('This is from an older version');
    expect(reply.ephemeral).toBe(true);
  });

  it('completes by token and end, without a request', async () => {
    const { world } = await startAuction();
    await using _world = world;
    const before = world.marketplace.requests.total;
    for (const typed of ['', 'lantern', 'lantren', '#1', 'fox']) {
      const choices = await world.home.member.autocomplete('auction show', { auction: typed }, 'auction');
      expect(choices.length).toBeGreaterThan(0);
      expect(choices.length).toBeLessThanOrEqual(25);
      for (const { name } of choices) expect(name).toMatch(/ · (ends in|ended|starts in|cancelled)/);
    }
    expect(world.marketplace.requests.total).toBe(before);
  });
});
