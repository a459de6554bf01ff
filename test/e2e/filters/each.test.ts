import { describe, expect, it } from 'vitest';
import { findHolder } from '../lookups/marketplace-reading.ts';
import { COIN, FOXES, GARDENS, LETTERS, PASSES, startFilterWorld } from './filter-world.ts';
import { findToken, hasTrait, listedCollections, tokensOf } from './marketplace-lists.ts';

const ANNE = `0x${'a1'.repeat(20)}`;
const BORIS = `0x${'b2'.repeat(20)}`;

describe('a filter', () => {
  it('on kinds matches those kinds', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ alerts: 'offers, listings' });

    const titles = await world.postedTitles(
      [
        () => cause.sale({ collection: FOXES }),
        () => cause.transfer({ collection: FOXES }),
        () => cause.mint(),
      ],
      [
        () => cause.listing({ collection: FOXES, tokenId: '5', price: COIN }),
        () => cause.offer({ collection: FOXES, tokenId: '6', price: COIN }),
      ],
    );

    expect(words).toBe('Listings, Offers · all collections');
    expect(titles).toEqual(['Lantern Fox #5 listed for 1 S', 'Lantern Fox #6 received an offer of 1 S']);
  });

  it('on collections matches any of several', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ collection: 'Lantern Foxes, Deep Sea Post' });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: GARDENS })],
      [
        () => cause.sale({ collection: FOXES, price: COIN }),
        () => cause.sale({ collection: LETTERS, price: COIN }),
      ],
    );

    expect(words).toMatch(/^Sales · (Lantern Foxes and Deep Sea Post|Deep Sea Post and Lantern Foxes)$/);
    expect(titles).toHaveLength(2);
    expect(titles[0]).toMatch(/^Lantern Fox/);
  });

  it('on all whitelisted collections matches what the marketplace lists', async () => {
    await using world = await startFilterWorld(({ marketplace }) => {
      marketplace.faults.set({ missing: { share: 0.5, fields: ['address', 'id'] } }, '/api/collections');
    });
    const { cause, collections } = world.marketplace;
    const listed = await listedCollections(world);
    const unlisted = collections().find(({ address }) => !listed.includes(address))?.address;
    const words = await world.follow({ collection: 'All whitelisted collections' });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: unlisted, price: COIN })],
      [() => cause.sale({ collection: listed[0], price: 3n * COIN })],
    );

    expect(words).toBe('Sales · whitelisted collections');
    expect(titles).toEqual([expect.stringMatching(/ sold for 3 S$/)]);
  });

  it('on the minimum price matches that price and higher ones', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ price_from: '2.5' });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, price: (5n * COIN) / 2n - 1n })],
      [() => cause.sale({ collection: FOXES, tokenId: '5', price: (5n * COIN) / 2n })],
    );

    expect(words).toBe('Sales · all collections · 2.5 S and up');
    expect(titles).toEqual(['Lantern Fox #5 sold for 2.5 S']);
  });

  it('on the maximum price matches that price and lower ones', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ price_to: '1.5k' });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, price: 1_500n * COIN + 1n })],
      [() => cause.sale({ collection: FOXES, tokenId: '5', price: 1_500n * COIN })],
    );

    expect(words).toBe('Sales · all collections · up to 1,500 S');
    expect(titles).toEqual(['Lantern Fox #5 sold for 1,500 S']);
  });

  it('on the percentage below the floor matches listings at least that far below it', async () => {
    await using world = await startFilterWorld();
    const { cause, collections } = world.marketplace;
    const floor = () => collections().find(({ path }) => path === FOXES)?.floor ?? 0n;
    const words = await world.follow({ alerts: 'listings below floor', below_floor: '20' });
    const floorBefore = floor();

    const titles = await world.postedTitles(
      [
        () => cause.listing({ collection: FOXES, tokenId: '4', price: floorBefore * 2n }),
        () => cause.listing({ collection: FOXES, tokenId: '6', price: (floorBefore * 81n) / 100n }),
      ],
      [() => cause.listing({ collection: FOXES, tokenId: '5', price: (floorBefore * 80n) / 100n })],
    );

    expect(words).toBe('Listings · all collections · 20% or more below floor');
    expect(titles).toEqual([expect.stringMatching(/^Lantern Fox #5 listed/)]);
    expect(world.embeds(world.home.channelId)[0]?.description).toMatch(/^20% below floor/m);
  });

  it('on the rank matches that rank and rarer ones', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const foxes = await tokensOf(world, FOXES);
    const ranked = foxes.toSorted((a, b) => a.rarityRank - b.rarityRank);
    const rare = ranked[10];
    const common = ranked.find(({ rarityRank }) => rarityRank > (rare?.rarityRank ?? 0));
    const words = await world.follow({ rank: String(rare?.rarityRank) });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, tokenId: common?.tokenId, price: COIN })],
      [() => cause.sale({ collection: FOXES, tokenId: rare?.tokenId, price: COIN })],
    );

    expect(words).toBe(
      `Sales · all collections · rank ${rare?.rarityRank.toLocaleString('en-US')} or better`,
    );
    expect(titles).toEqual([`Lantern Fox #${rare?.tokenId} sold for 1 S`]);
  });

  it.each([
    ['any', 'or'],
    ['all', 'and'],
  ] as const)('on traits matches tokens that have %s of them', async (mode, word) => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const foxes = await tokensOf(world, FOXES);
    const both = foxes[0];
    const [one, other] = both?.attributes ?? [];
    if (one === undefined || other === undefined) throw new Error('The fox has too few traits.');
    const hasOne = (fox: (typeof foxes)[number]) => hasTrait(fox, one.trait_type, one.value);
    const hasOther = (fox: (typeof foxes)[number]) => hasTrait(fox, other.trait_type, other.value);
    const half = findToken(foxes, (fox) => hasOne(fox) && !hasOther(fox));
    const none = findToken(foxes, (fox) => !hasOne(fox) && !hasOther(fox));
    const sale = (fox: typeof both) => () =>
      cause.sale({ collection: FOXES, tokenId: fox?.tokenId, price: COIN });
    const words = await world.follow({
      collection: FOXES,
      traits: [one, other].map(({ trait_type, value }) => `${trait_type}: ${value}`).join(', '),
      trait_mode: mode,
    });

    const halfFits = mode === 'any';
    const titles = await world.postedTitles(
      halfFits ? [sale(none)] : [sale(none), sale(half)],
      halfFits ? [sale(half), sale(both)] : [sale(both)],
    );

    expect(words).toBe(
      `Sales · Lantern Foxes · ${one.trait_type}: ${one.value} ${word} ${other.trait_type}: ${other.value}`,
    );
    expect(titles).toEqual(
      (halfFits ? [half, both] : [both]).map((fox) => `Lantern Fox #${fox?.tokenId} sold for 1 S`),
    );
  });

  it('on wallets matches only events with one of them as buyer or seller', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ wallets: ANNE });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, buyer: BORIS })],
      [
        () => cause.sale({ collection: FOXES, tokenId: '5', price: COIN, buyer: ANNE }),
        () => cause.sale({ collection: FOXES, tokenId: '5', price: COIN, seller: ANNE, buyer: BORIS }),
      ],
    );

    expect(words).toBe('Sales · all collections · wallet 0xa1a1…a1a1');
    expect(titles).toEqual(['Lantern Fox #5 sold for 1 S', 'Lantern Fox #5 sold for 1 S']);
  });

  it('on wallets accepts a user’s name', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const person = await findHolder(
      world,
      FOXES,
      ({ snsName, isPrivate }) => snsName !== undefined && !isPrivate,
    );
    const { snsName = '' } = person;
    const words = await world.follow({ wallets: snsName });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, seller: BORIS })],
      [() => cause.sale({ collection: FOXES, tokenId: '5', price: COIN, buyer: person.address })],
    );

    expect(words).toContain(`wallet ${snsName} (${person.address.slice(0, 6)}…${person.address.slice(-4)})`);
    expect(titles).toEqual(['Lantern Fox #5 sold for 1 S']);
  });

  it('on excluded wallets matches no event with one of them', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ not_wallets: `${ANNE}, ${BORIS}` });

    const titles = await world.postedTitles(
      [
        () => cause.sale({ collection: FOXES, tokenId: '4', buyer: ANNE }),
        () => cause.sale({ collection: FOXES, tokenId: '4', seller: ANNE }),
        () => cause.sale({ collection: FOXES, tokenId: '6', buyer: BORIS }),
      ],
      [() => cause.sale({ collection: FOXES, tokenId: '5', price: COIN })],
    );

    expect(words).toBe('Sales · all collections · excluding wallet 0xa1a1…a1a1 or 0xb2b2…b2b2');
    expect(titles).toEqual(['Lantern Fox #5 sold for 1 S']);
  });

  it('on what is excluded matches everything else', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const foxes = await tokensOf(world, FOXES);
    const [trait] = foxes[0]?.attributes ?? [];
    if (trait === undefined) throw new Error('The fox has no traits.');
    const isPlain = (fox: (typeof foxes)[number]) => !hasTrait(fox, trait.trait_type, trait.value);
    const plain = findToken(foxes, isPlain);
    const other = findToken(foxes, (fox) => isPlain(fox) && fox.tokenId !== plain.tokenId);
    // Its buyer would be the seller of the next sale.
    const bought = findToken(
      foxes,
      (fox) => isPlain(fox) && ![plain.tokenId, other.tokenId].includes(fox.tokenId),
    );
    const sale = (fox: typeof plain | undefined, collection = FOXES) =>
      cause.sale({ collection, tokenId: fox?.tokenId, price: COIN });
    const words = await world.follow({
      collection: 'Lantern Foxes, Deep Sea Post',
      not_tokens: `Lantern Foxes #${other.tokenId}`,
      not_traits: `${trait.trait_type}: ${trait.value}`,
      not_wallets: ANNE,
    });

    const titles = await world.postedTitles(
      [
        () => sale(foxes[0]),
        () => sale(other),
        () => cause.sale({ collection: FOXES, tokenId: bought.tokenId, price: COIN, buyer: ANNE }),
      ],
      [() => sale(plain)],
    );

    expect(words).toMatch(
      new RegExp(
        `excluding wallet \\S+ · excluding Lantern Foxes #${other.tokenId} · excluding ${trait.trait_type}: `,
      ),
    );
    expect(titles).toEqual([`Lantern Fox #${plain.tokenId} sold for 1 S`]);
  });

  it('on excluded collections matches the others', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const words = await world.follow({ not_collections: 'Lantern Foxes' });

    const titles = await world.postedTitles(
      [() => cause.sale({ collection: FOXES, price: COIN })],
      [() => cause.sale({ collection: LETTERS, price: COIN })],
    );

    expect(words).toBe('Sales · all collections · excluding Lantern Foxes');
    expect(titles).toHaveLength(1);
  });

  it('on the amount matches at least that many units of an ERC1155', async () => {
    await using world = await startFilterWorld();
    const { cause } = world.marketplace;
    const collection = world.marketplace.collections().find(({ path }) => path === PASSES)?.address;
    const passes = (await tokensOf(world, PASSES)).toSorted((a, b) => a.amount - b.amount);
    const [few, many] = [passes[0], passes.at(-1)];
    const words = await world.follow({ amount: String(many?.amount) });

    const titles = await world.postedTitles(
      [
        () => cause.sale({ collection: FOXES, tokenId: '5' }),
        () => cause.sale({ collection, tokenId: few?.tokenId }),
      ],
      [() => cause.sale({ collection, tokenId: many?.tokenId, price: COIN })],
    );

    expect(few?.amount).toBeLessThan(many?.amount ?? 0);
    expect(words).toBe(`Sales · all collections · ${many?.amount} units or more`);
    expect(titles).toEqual([expect.stringMatching(new RegExp(`#?${many?.tokenId} sold for 1 S$`))]);
  });
});
