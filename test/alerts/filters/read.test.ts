import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraitName } from '#src/alerts/filters/filter.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '../../support/build-activity.ts';
import { readOption } from './read-option.ts';

const summary = (number: number, name: string, path: string) => ({ address: address(number), name, path });

describe('the option collection', () => {
  const all = [
    summary(0xc0, 'Punks', 'punks'),
    summary(0xc1, 'Owls, Bats & Co', 'owls'),
    summary(0xc2, 'Owls', 'other-owls'),
  ];
  const collections = {
    get: () => undefined,
    resolve: (text: string) => all.find((one) => [one.name, one.path, one.address].includes(text.trim())),
    search: (text: string) => all.filter(({ name }) => name.startsWith(text.slice(0, 3))),
  };
  const read = (text: string) => readOption('collection', text, { lookups: { collections } });

  it.each([
    ['Punks', [0xc0]],
    ['punks', [0xc0]],
    ['Punks ✓, Owls', [0xc0, 0xc2]],
    ['Owls, Bats & Co, Punks', [0xc0, 0xc1]],
    [`${address(0xc2)},Punks,Punks`, [0xc0, 0xc2]],
  ])('takes %s, each once', async (text, numbers) => {
    expect(await read(text)).toEqual({ collection: numbers.map((number) => address(number)) });
  });

  it.each([
    ['every', undefined],
    ['All collections', undefined],
    ['all whitelisted', 'whitelisted'],
    ['All whitelisted collections', 'whitelisted'],
  ])('takes %s', async (text, collection) => {
    expect(await read(text)).toEqual({ collection });
  });

  it('suggests the nearest names for an unknown collection', async () => {
    await expect(read('Punks, Owlz')).rejects.toThrow(
      'No collection “Owlz” found (in **collection**). Did you mean “Owls, Bats & Co” or “Owls”?',
    );
  });

  it('takes at most 25', async () => {
    const numbered = Array.from({ length: 26 }, (_, number) => summary(number + 1, `N${number}`, ''));
    const resolve = (text: string) => numbered.find(({ name }) => name === text);
    const first = (count: number) => numbered.slice(0, count).map(({ name }) => name);
    const lookups = { collections: { ...collections, resolve } };
    expect((await readOption('collection', first(25).join(','), { lookups })).collection).toHaveLength(25);
    await expect(readOption('collection', first(26).join(','), { lookups })).rejects.toThrow('at most 25');
  });
});

describe('the option not_tokens', () => {
  const foxes = summary(0xc0, 'Lantern Foxes', 'foxes');
  const collections = {
    get: () => foxes,
    resolve: (text: string) => ([foxes.name, foxes.path, foxes.address].includes(text) ? foxes : undefined),
    search: () => [],
  };
  const read = (text: string, chosen: readonly Address[] | null = null) =>
    readOption('not_tokens', text, { lookups: { collections }, collections: chosen });
  const key = (id: string) => `${foxes.address}-${id}`;

  it.each([
    ['Lantern Foxes #12', ['12']],
    ['foxes/12, foxes/007; Lantern Foxes #12', ['12', '7']],
    [`${foxes.address}-12`, ['12']],
    [`${foxes.address.toUpperCase().replace('0X', '0x')} #12`, ['12']],
  ])('takes %s, each once', async (text, ids) => {
    expect(await read(text)).toEqual({ not_tokens: ids.map(key) });
  });

  it('takes a number alone where the alert is for one collection', async () => {
    expect(await read('#12, 30', [foxes.address])).toEqual({ not_tokens: [key('12'), key('30')] });
    await expect(read('12')).rejects.toThrow('Enter tokens like Lantern Foxes #12.');
    await expect(read('12', [foxes.address, address(1)])).rejects.toThrow('Enter tokens like');
  });

  it('takes at most 10', async () => {
    const many = Array.from({ length: 11 }, (_, number) => number).join(',');
    await expect(read(many, [foxes.address])).rejects.toThrow('at most 10 entries');
  });

  it('takes or refuses any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.boolean(), async (text, isOne) => {
        const end = await read(text, isOne ? [foxes.address] : null).then(({ not_tokens = [] }) => {
          for (const one of not_tokens) expect(one).toMatch(/^0x[0-9a-f]{40}-\d{1,78}$/);
          return 'read';
        }, String);
        expect(end).toMatch(/^read$|in \*\*not_tokens\*\*/);
      }),
    );
  });
});

describe('the option traits', () => {
  const read = async (text: string, known: readonly TraitName[] | null) => {
    const lookups = { traitsOf: () => Promise.resolve(known) };
    return (await readOption('traits', text, { lookups, collections: [address(1)] })).traits;
  };

  it('takes type and value, however they are written, if the traits of the collection are unknown', async () => {
    expect(await read(' hat:beanie,  Eyes :  laser, hat: BEANIE', null)).toEqual([
      { type: 'hat', value: 'BEANIE' },
      { type: 'Eyes', value: 'laser' },
    ]);
    expect(await read('hat: big, red', null)).toEqual([{ type: 'hat', value: 'big, red' }]);
  });

  it('takes traits as the collection writes them', async () => {
    const known = [
      { type: 'Hat', value: 'Beanie' },
      { type: 'Mood: now', value: 'sad, very' },
      { type: 'Fur', value: 'Gold' },
      { type: 'Eyes', value: 'Gold' },
    ];
    expect(await read('hat:beanie, mood: now: sad, very', known)).toEqual([known[0], known[1]]);
    expect(await read('beanie', known)).toEqual([known[0]]);
    await expect(read('gold', known)).rejects.toThrow(
      'No trait “gold” found (in **traits**). Did you mean “Fur: Gold” or “Eyes: Gold”?',
    );
    await expect(read('hats: beany', known)).rejects.toThrow('Did you mean “Hat: Beanie”?');
    await expect(read('crown', known)).rejects.toThrow(
      'No trait “crown” found (in **traits**). Enter a trait like Hat: Beanie or Mood: now: sad, very.',
    );
    await expect(read('crown', [])).rejects.toThrow(
      'None of the chosen collections has traits. Choose another collection',
    );
  });

  it.each(['beanie', ': beanie', 'hat:', ','])('refuses “%s”', async (text) => {
    await expect(read(text, null)).rejects.toThrow('Enter traits like hat: beanie, eyes: laser.');
  });

  it('takes or refuses any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.boolean(),
        async (text, isKnown) => {
          const known = isKnown ? [{ type: 'Hat', value: 'Beanie' }] : null;
          const end = await read(text, known).then(() => 'read', String);
          expect(end).toMatch(/^read$|in \*\*traits\*\*/);
        },
      ),
    );
  });
});

describe('the option wallets', () => {
  const walletOf = (name: string) => Promise.resolve(name === 'ada' ? address(0xada) : null);
  const read = (text: string) => readOption('wallets', text, { lookups: { walletOf } });

  it('takes addresses in any case and names', async () => {
    const upper = address(1).toUpperCase().replace('0X', '0x');
    expect(await read(`${upper}, ada ${address(1)}`)).toEqual({ wallets: [address(1), address(0xada)] });
  });

  it('refuses truncated addresses, unknown names and more than 25', async () => {
    await expect(read('0x1234')).rejects.toThrow(
      'in **wallets**. Enter each wallet’s address (0x followed by 40 characters)',
    );
    await expect(read('bob')).rejects.toThrow('No user “bob” found');
    expect(await read('ada '.repeat(25))).toEqual({ wallets: [address(0xada)] });
    await expect(read('ada '.repeat(26))).rejects.toThrow('at most 25 wallets');
  });
});

describe.each([
  [
    'rank',
    [
      ['500', 500],
      [' #500 ', 500],
      ['top 10', 10],
      ['1,250', 1_250],
    ],
    ['0', '-5', '1.5', 'rare', '', '99999999999', '1,25'],
    '**rank**. Enter a rank like 500',
  ],
  [
    'below_floor',
    [
      ['10', 10],
      ['10 %', 10],
      ['99%', 99],
    ],
    ['0', '100', '5.5', '-5', 'half'],
    'from 1 to 99',
  ],
  [
    'amount',
    [
      ['5', 5n],
      ['1,000', 1_000n],
      ['9'.repeat(78), 10n ** 78n - 1n],
    ],
    ['0', '-1', '1.5', '9'.repeat(79)],
    'minimum number of units',
  ],
  [
    'ending',
    [
      ['60', 60],
      ['1 h', 60],
      ['30 min', 30],
      ['10m', undefined],
      ['5 minutes', 5],
    ],
    ['15', '0', 'soon', '2 h'],
    '60, 30, 10 or 5',
  ],
  [
    'price_from',
    [
      ['0.5 S', 5n * 10n ** 17n],
      ['1,250', 1_250n * 10n ** 18n],
      ['1,250.5', 12_505n * 10n ** 17n],
      ['1 000 000', 10n ** 24n],
      ['1.250,5', 12_505n * 10n ** 17n],
      ['0,125', 125n * 10n ** 15n],
      ['1.5k', 1_500n * 10n ** 18n],
    ],
    ['much', '-1', '1,25,5', '0.0000000000000000001'],
    'in **price_from**',
  ],
  [
    'floor_moves',
    [
      ['10', { percent: 10, hours: 24 }],
      ['10% in 6 h', { percent: 10, hours: 6 }],
      ['15 % within 2 days', { percent: 15, hours: 48 }],
    ],
    ['much', '0%', '10% in 0h', '10% in 9000 days'],
    'Enter a percentage (1% to 1000%) and a number of hours (1 to 168), like 10% in 24h.',
  ],
] as const)('the option %s', (name, taken, refused, problem) => {
  it.each(taken.map(([text, value]) => ({ text, value })))('takes $text', async ({ text, value }) => {
    expect(await readOption(name, text)).toEqual({ [name]: value });
  });

  it.each(refused.map((text) => ({ text })))('refuses “$text”', async ({ text }) => {
    await expect(readOption(name, text)).rejects.toThrow(problem);
  });
});
