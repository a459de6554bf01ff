import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { description, enabledButtons, messageOf } from './reading.ts';

const FOXES = 'lantern-foxes';
const HOUR = 3_600_000;

async function startReadyWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

function foxes({ marketplace }: BotWorld): string {
  const found = marketplace.collections().find(({ path }) => path === FOXES);
  if (found === undefined) throw new Error('There are no foxes.');
  return found.address;
}

const titleOf = (reply: Reply): string => reply.message?.embeds[0]?.title ?? '';
const fieldOf = (reply: Reply, name: string): string | undefined =>
  reply.message?.embeds[0]?.fields?.find((field) => field.name === name)?.value;

describe('/token', () => {
  it('shows everyone a token with its price, rarity, traits, owner and picture', async () => {
    await using world = await startReadyWorld();
    const floor = world.marketplace.collections().find(({ path }) => path === FOXES)?.floor ?? 0n;
    world.marketplace.cause.listing({ collection: FOXES, tokenId: '12', price: (floor * 3n) / 2n });

    const reply = await world.home.member.command('token', { token: '12', collection: FOXES });

    const [embed] = reply.message?.embeds ?? [];
    expect(reply.ephemeral).toBe(false);
    expect(embed?.title).toBe('Lantern Fox #12');
    expect(embed?.url).toBe(`https://market.example/item/${foxes(world)}/12`);
    expect(embed?.author?.name).toBe('Lantern Foxes ✓');
    expect(embed?.image?.url).toContain(`${world.marketplace.url}/media/`);
    expect(fieldOf(reply, 'Price')).toMatch(
      /^\*\*[\d.,]+ S\*\*\n-# 50% above the floor of [\d.]+ S\n-# listing ends <t:\d+:R>$/,
    );
    expect(fieldOf(reply, 'Rarity')).toMatch(/^rank [\d,]+ of 4,000/);
    expect(fieldOf(reply, 'Owner')).toMatch(/^\[0x.{4}….{4}\]\(https:\/\/market\.example\/profile\/0x/);
    expect(fieldOf(reply, 'Traits')).toMatch(/^\w+: \*\*.+\*\* · [\d.]+%\n/);
    expect(enabledButtons(reply)).toEqual([
      '‹ Previous',
      'Next ›',
      'Owner',
      'Collection',
      'Exact amounts',
      'Watch',
      'Open',
    ]);
  });

  it.each([
    ['a number', (_address: string) => ({ token: '12', collection: FOXES })],
    ['a number with its sign', () => ({ token: '#12', collection: 'Lantern Foxes' })],
    ['a number in hex', () => ({ token: '0xc', collection: FOXES })],
    ['collection and number', () => ({ token: 'Lantern Foxes #12' })],
    ['address and number', (address: string) => ({ token: `${address}-12` })],
    ['the page’s address', (address: string) => ({ token: `https://market.example/item/${address}/12` })],
    ['the page’s address by path', () => ({ token: `https://market.example/item/${FOXES}/12?ref=x` })],
  ])('understands %s', async (_what, options) => {
    await using world = await startReadyWorld();
    const reply = await world.home.member.command('token', options(foxes(world)));
    expect(titleOf(reply)).toBe('Lantern Fox #12');
  });

  it('is completed by collection and number or by number alone, without a request', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const before = world.marketplace.requests.total;
    const complete = (options: Record<string, string>) => member.autocomplete('token', options, 'token');

    const byName = await complete({ token: 'lantern foxes 12' });
    const byNumber = await complete({ token: '12' });
    const bySign = await complete({ token: 'Lantern Foxes #12' });
    const nothing = await complete({ token: '' });

    expect(byName).toEqual([{ name: 'Lantern Foxes #12', value: `${foxes(world)}-12` }]);
    expect(bySign).toEqual(byName);
    expect(byNumber).toHaveLength(world.marketplace.collections().length);
    expect(nothing).toEqual([]);
    expect(world.marketplace.requests.total).toBe(before);
    const chosen = await member.command('token', { token: String(byName[0]?.value) });
    expect(titleOf(chosen)).toBe('Lantern Fox #12');
    const collections = await member.autocomplete(
      'token',
      { token: '12', collection: 'lantern' },
      'collection',
    );
    expect(collections[0]).toEqual({ name: 'Lantern Foxes ✓', value: foxes(world) });
    const within = await member.autocomplete('token', { token: '12', collection: FOXES }, 'token');
    expect(within[0]?.value).toBe('12');
  });

  it('accepts the name of a token that was looked up before', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    await member.command('token', { token: '12', collection: FOXES });

    const reply = await member.command('token', { token: 'lantern fox #12', collection: FOXES });

    expect(titleOf(reply)).toBe('Lantern Fox #12');
  });

  it('names an unknown token and suggests similar ones', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const beyond = await member.command('token', { token: '999999', collection: FOXES });
    const alone = await member.command('token', { token: '12' });
    const nowhere = await member.command('token', { token: '12', collection: 'foxess' });

    expect(beyond.message?.content).toMatch(
      /^Lantern Foxes has no token `#999999`\. The nearest token is `#\d+`\.$/,
    );
    expect(beyond.ephemeral).toBe(true);
    expect(alone.message?.content).toContain('Which collection?');
    expect(nowhere.message?.content).toContain('No collection “foxess” found.');
  });

  it('steps through the tokens of the collection in both directions, to its end', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const first = await member.command('token', { token: '1', collection: FOXES });

    const second = await member.press(messageOf(first), 'Next ›');
    expect(second.outcome).toBe('updated');
    expect(titleOf(second)).toBe('Lantern Fox #2');
    const back = await member.press(messageOf(second), '‹ Previous');
    expect(titleOf(back)).toBe('Lantern Fox #1');

    let at = back;
    for (let steps = 0; steps < 3 && at.outcome === 'updated'; steps += 1) {
      at = await member.press(messageOf(first), '‹ Previous');
    }
    expect(at.message?.content).toBe('This is the first token of Lantern Foxes.');
    expect(at.ephemeral).toBe(true);
  });

  it('skips tokens burned meanwhile', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const first = await member.command('token', { token: '20', collection: FOXES });
    world.marketplace.cause.burn({ collection: FOXES, tokenId: '21' });

    expect(titleOf(await member.press(messageOf(first), 'Next ›'))).toBe('Lantern Fox #22');
    world.clock.advance(HOUR);
    const gone = await member.command('token', { token: '21', collection: FOXES });
    expect(gone.message?.content).toBe(
      'Lantern Foxes has no token `#21`. The nearest tokens are `#20` and `#22`.',
    );
  });

  it('links to its owner and its collection, and shows exact amounts only to the requester', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const card = await member.command('token', { token: '12', collection: FOXES });

    const exact = await member.press(messageOf(card), 'Exact amounts');
    const owner = await member.press(messageOf(card), 'Owner');

    expect(exact.ephemeral).toBe(true);
    expect(titleOf(exact)).toBe('Lantern Fox #12: exact amounts');
    expect(description(exact)).toMatch(/Price: `[\d.]+ S`/);
    expect(description(exact)).toContain(`Contract: \`${foxes(world)}\``);
    expect(owner.outcome).toBe('updated');
    expect(fieldOf(owner, 'Wallet')).toMatch(/^`0x[0-9a-f]{40}`$/);
    const again = await member.command('token', { token: '12', collection: FOXES });
    expect(titleOf(await member.press(messageOf(again), 'Collection'))).toBe('Lantern Foxes ✓');
  });

  it('shows its auction with the highest bid and the time left, and links to it', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    world.marketplace.cause.auction({ collection: FOXES, tokenId: '30', endsInMs: HOUR });
    world.marketplace.cause.bid({ amount: 7n * 10n ** 18n });
    world.marketplace.cause.offer({ collection: FOXES, tokenId: '30', price: 3n * 10n ** 18n });
    world.clock.advance(10_000);

    const card = await member.command('token', { token: '30', collection: FOXES });

    expect(fieldOf(card, 'Auction')).toMatch(/^\*\*7 S\*\*\n-# only bid by \[0x.+\n-# ends <t:\d+:R>$/s);
    expect(fieldOf(card, 'Offers')).toBe('highest: 3 S');
    const auction = await member.press(messageOf(card), 'Auction');
    expect(auction.outcome).toBe('updated');
    expect(titleOf(auction)).toContain('Lantern Fox #30');
  });

  it('uses the token endpoint where the marketplace has one', async () => {
    await using world = await startBotWorld();
    world.marketplace.deployment.set({ tokenEndpoint: true });
    await world.start();
    const { member } = world.home;
    const card = await member.command('token', { token: '12', collection: FOXES });
    expect(titleOf(card)).toBe('Lantern Fox #12');
    expect(titleOf(await member.press(messageOf(card), 'Next ›'))).toBe('Lantern Fox #13');
    const gone = await member.command('token', { token: '999999', collection: FOXES });
    expect(gone.message?.content).toContain('The nearest token is');
  });

  // The bot’s timeouts run in real time here, so these tests run concurrently.
  it.concurrent.each([
    ['refuses connections', { drop: true }],
    ['answers 500', { status: 500 }],
    ['hangs', { latencyMs: 60_000 }],
  ] as const)('shows the last that is known, with its age, while the marketplace %s', async (_how, fault) => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const known = await member.command('token', { token: '12', collection: FOXES });
    world.clock.advance(HOUR);
    world.marketplace.faults.set(fault);

    const reply = await member.command('token', { token: '12', collection: FOXES });

    expect(titleOf(reply)).toBe(titleOf(known));
    expect(description(reply)).toMatch(/As of <t:\d+:R>. The marketplace has sent no newer data/);
    expect(reply.acknowledgedAfterMs).toBeLessThan(3_000);
    world.marketplace.faults.clear();
  });

  it.concurrent.each([
    ['refuses connections', { drop: true }, 'The marketplace is not responding.'],
    ['speaks HTML', { notJson: true }, 'The marketplace sent an unreadable response.'],
  ] as const)(
    'says one friendly sentence of what it never saw while the marketplace %s',
    async (_how, fault, text) => {
      await using world = await startReadyWorld();
      world.marketplace.faults.set(fault);

      const reply = await world.home.member.command('token', { token: '12', collection: FOXES });

      expect(reply.message?.content).toBe(`${text} Try again in a minute.`);
      expect(reply.acknowledgedAfterMs).toBeLessThan(3_000);
      world.marketplace.faults.clear();
    },
  );

  it.concurrent('is acknowledged in time while the marketplace is slow, and answered when its response arrives', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const card = await member.command('token', { token: '12', collection: FOXES });
    world.marketplace.faults.set({ latencyMs: 1_800 });
    world.clock.advance(HOUR);

    const next = await member.press(messageOf(card), 'Next ›');

    expect(next.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(titleOf(next)).toBe('Lantern Fox #13');
    world.marketplace.faults.clear();
  });
});
