import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';

const FOXES = 'lantern-foxes';

describe('/collection info', () => {
  it('shows everyone floor, volume, size, owners and terms', async () => {
    await using world = await startBotWorld();
    await world.start();
    const collection = world.marketplace.collections().find(({ path }) => path === FOXES);

    const reply = await world.home.member.command('collection info', { collection: FOXES });

    const [embed] = reply.message?.embeds ?? [];
    const field = (name: string) => embed?.fields?.find((one) => one.name === name)?.value;
    expect(reply.ephemeral).toBe(false);
    expect(embed?.title).toBe('Lantern Foxes ✓');
    expect(embed?.url).toBe(`https://market.example/collection/${collection?.address}`);
    expect(embed?.description).toContain('Four thousand foxes');
    expect(embed?.thumbnail?.url).toContain(`${world.marketplace.url}/media/`);
    const floor = /[\d.]+/.exec(field('Floor') ?? '')?.[0];
    expect(Number(floor)).toBeCloseTo(Number(collection?.floor) / 1e18, 2);
    expect(field('Items')).toBe(`${collection?.tokens.toLocaleString('en-US')}\n-# ERC-721`);
    expect(field('Royalty')).toMatch(/^5\s?%$/);
    expect(field('Volume 24 h')).toMatch(/^[\d.,]+ S/);
    expect(field('Owners')).toMatch(/^[\d,]+/);
    expect(field('Listed')).toMatch(/^[\d,]+/);
  });

  it.each([
    ['name', 'Lantern'],
    ['path', 'lantern-f'],
    ['symbol', 'LFOX'],
    ['address', null],
  ])('completes by %s, and asks the marketplace nothing', async (_what, typed) => {
    await using world = await startBotWorld();
    await world.start();
    const { address = '' } = world.marketplace.collections().find(({ path }) => path === FOXES) ?? {};
    const before = world.marketplace.requests.total;

    const choices = await world.home.member.autocomplete(
      'collection info',
      { collection: typed ?? address.slice(0, 12) },
      'collection',
    );
    expect(choices[0]).toEqual({ name: 'Lantern Foxes ✓', value: address });
    expect(world.marketplace.requests.total).toBe(before);
  });

  it('names an unknown collection and suggests similar ones', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { member } = world.home;

    const far = await member.command('collection info', { collection: 'zzzzzz' });
    const near = await member.command('collection info', { collection: 'foxes' });

    expect(far.message?.content).toBe('No collection “zzzzzz” found. Pick a suggestion while you type.');
    expect(near.message?.content).toBe('No collection “foxes” found. Did you mean “Lantern Foxes”?');
  });

  it('escapes mentions and formatting in a name', async () => {
    await using world = await startBotWorld();
    await world.start();

    const reply = await world.home.member.command('collection info', {
      collection: '@everyone **x** [a](b)',
    });

    expect(reply.message?.content).not.toContain('@everyone');
    expect(reply.message?.content).toContain('\\*\\*x\\*\\*');
  });

  it.each([
    ['refuses connections', { drop: true }, 'The marketplace is not responding.'],
    ['answers 500', { status: 500 }, 'The marketplace is not responding.'],
    ['speaks HTML', { notJson: true }, 'The marketplace sent an unreadable response.'],
    ['answers 429', { status: 429, headers: { 'retry-after': '60' } }, 'The marketplace is busy.'],
  ] as const)(
    'answers with one friendly sentence while the marketplace %s',
    async (_how, fault, sentence) => {
      await using world = await startBotWorld();
      await world.start();
      world.marketplace.faults.set(fault);

      const reply = await world.home.member.command('collection info', { collection: FOXES });

      expect(reply.message?.content).toBe(`${sentence} Try again in a minute.`);
      expect(reply.message?.embeds).toEqual([]);
      expect(reply.answeredAfterMs).toBeLessThan(3_000);
    },
  );
});
