import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';

const FOXES = 'lantern-foxes';

const foxesOf = (world: BotWorld) => {
  const found = world.marketplace.collections().find(({ path }) => path === FOXES);
  if (found === undefined) throw new Error('the foxes are gone');
  return found;
};

/** The title of a command's answer for these options. */
async function titleOf(world: BotWorld, command: string, options: Record<string, string>) {
  const { message } = await world.home.member.command(command, options);
  return message?.embeds[0]?.title ?? message?.content;
}

describe('a pasted text', () => {
  it.each([
    ['an address', (address: string) => address],
    ['an address in capitals', (address: string) => address.toUpperCase().replace('0X', '0x')],
    ['a path', () => FOXES],
    ['a symbol', () => 'lfox'],
    ['a name', () => 'lantern foxes'],
    [
      'the page of the collection',
      (address: string) => `https://market.example/collection/${address}?tab=items`,
    ],
    ['the page by path', () => `https://market.example/collection/${FOXES}`],
    ['the page of one of its items', (address: string) => `<https://market.example/item/${address}/12>`],
    ['the page of another site', (address: string) => `https://elsewhere.example/nft/${address}`],
    ['an id of the API', (address: string) => `${address}-12`],
  ])('is understood as a collection: %s', async (_what, write) => {
    await using world = await startBotWorld();
    await world.start();
    const collection = write(foxesOf(world).address);
    expect(await titleOf(world, 'collection info', { collection })).toBe('Lantern Foxes ✓');
  });

  it.each([
    ['a number', () => ({ token: '12', collection: FOXES })],
    ['a number with its sign', () => ({ token: '#12', collection: FOXES })],
    ['a hexadecimal number', () => ({ token: '0xc', collection: FOXES })],
    ['a collection and a number', () => ({ token: 'Lantern Foxes #12' })],
    ['a path and a number', () => ({ token: `${FOXES}/12` })],
    ['its page', (address: string) => ({ token: `https://market.example/item/${address}/12` })],
    ['its page on another site', (address: string) => ({ token: `https://elsewhere.example/${address}/12` })],
    ['its id in the API', (address: string) => ({ token: `${address}-12` })],
  ])('is understood as a token: %s', async (_what, write) => {
    await using world = await startBotWorld();
    await world.start();
    expect(await titleOf(world, 'token', write(foxesOf(world).address))).toContain('Lantern Fox #12');
  });

  it.each([
    ['an address', (address: string) => address],
    ['the page of a profile', (address: string) => `https://market.example/profile/${address}`],
  ])('is understood as a person: %s', async (_what, write) => {
    await using world = await startBotWorld();
    world.marketplace.cause.sale({ collection: FOXES });
    await world.start();
    const buyer = world.marketplace.ledger.records().at(-1)?.buyer ?? '';
    const byAddress = await titleOf(world, 'profile show', { who: buyer });
    expect(await titleOf(world, 'profile show', { who: write(buyer) })).toBe(byAddress);
  });

  it.each([
    [
      'its page',
      (collection: string, number: number) => `https://market.example/auction/${collection}/${number}`,
    ],
    [
      'its id in the API',
      (collection: string, number: number) => `0x${'ab'.repeat(32)}-${collection}-${number}`,
    ],
    ['its number', (_collection: string, number: number) => `#${number}`],
    ['its token', (collection: string, _number: number, tokenId: string) => `${collection}-${tokenId}`],
    [
      'the page of its token',
      (collection: string, _number: number, tokenId: string) =>
        `https://market.example/item/${collection}/${tokenId}`,
    ],
  ])('is understood as an auction: %s', async (_what, write) => {
    await using world = await startBotWorld();
    world.marketplace.cause.auction({ collection: FOXES });
    await world.start();
    const truth = world.marketplace.ledger.auctions().findLast(({ close }) => close === null);
    const auction = write(truth?.collection ?? '', truth?.number ?? 0, truth?.tokenId ?? '');
    expect(await titleOf(world, 'auction show', { auction })).toBe(`🔨 ${truth?.tokenName}`);
  });
});

describe('autocomplete', () => {
  it.each([
    ['a typing mistake', 'lantren'],
    ['no blank', 'lanternfo'],
    ['a pasted page', 'https://market.example/collection/lantern-foxes'],
  ])('finds collections with %s', async (_what, typed) => {
    await using world = await startBotWorld();
    await world.start();
    const choices = await world.home.member.autocomplete(
      'collection info',
      { collection: typed },
      'collection',
    );
    expect(choices[0]?.name).toBe('Lantern Foxes ✓');
  });

  it('offers the traits of the chosen collection, by the next keystroke at the latest', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { member } = world.home;
    const type = (value: string, trait?: string) =>
      member.autocomplete('collection tokens', { collection: FOXES, trait, value }, 'value');

    await type('');
    const deadline = performance.now() + 5_000;
    let choices = await type('e');
    while (choices.length === 0 && performance.now() < deadline) choices = await type('e');

    const before = world.marketplace.requests.total;
    const types = await member.autocomplete('collection tokens', { collection: FOXES, trait: '' }, 'trait');
    const [chosen] = await type('', String(types[0]?.value));
    expect(world.marketplace.requests.total).toBe(before);
    expect(chosen?.value).toMatch(new RegExp(`^${types[0]?.value}: .+$`));
    const reply = await member.command('collection tokens', {
      collection: FOXES,
      value: String(chosen?.value),
    });
    expect(reply.message?.embeds[0]?.description).toContain(chosen?.value);
  });

  it('offers a token’s number as typed, and names from earlier lookups', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { member } = world.home;
    const type = (token: string) => member.autocomplete('token', { collection: FOXES, token }, 'token');
    expect((await type('#3999'))[0]).toEqual({ name: 'Lantern Foxes #3999', value: '3999' });
    await member.command('token', { collection: FOXES, token: '3999' });
    expect((await type('3999'))[0]).toEqual({ name: 'Lantern Fox #3999', value: '3999' });
    expect((await type('lantern fox #399')).map(({ value }) => value)).toContain('3999');
  });

  it('is empty while the marketplace is down', async () => {
    await using world = await startBotWorld();
    await world.start();
    world.marketplace.faults.set({ drop: true });
    const choices = await world.home.member.autocomplete(
      'collection tokens',
      { collection: FOXES, value: 'x' },
      'value',
    );
    expect(choices).toEqual([]);
  });
});
