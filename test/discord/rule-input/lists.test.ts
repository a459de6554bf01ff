import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCollections } from '../../../src/discord/rule-input/collections.ts';
import { KIND_CHOICES, readKinds } from '../../../src/discord/rule-input/kinds.ts';
import { readTraits } from '../../../src/discord/rule-input/traits.ts';
import { readWallets } from '../../../src/discord/rule-input/wallets.ts';
import { ALERT_KINDS } from '../../../src/domain/alert-kind.ts';
import { address } from '../../support/build-activity.ts';
import { summary } from '../command-services.ts';
import { viewContext } from '../views/view-context.ts';
import { endOf } from './end-of.ts';

const AUCTIONS = ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended', 'auction_cancelled'];
const typed = (text: string, option = 'here') => ({ option, text });

describe('the kinds of an alert', () => {
  it.each([
    ['sales', ['sale']],
    ['Sale', ['sale']],
    ['offers, sales', ['sale', 'offer']],
    ['auctions', AUCTIONS],
    ['Auctions and mints', ['mint', ...AUCTIONS]],
    ['everything', ALERT_KINDS],
    ['all', ALERT_KINDS],
    ['auction_ending', ['auction_ending']],
    ['bids', ['auction_bid']],
  ])('%s', (text, kinds) => {
    expect(readKinds(typed(text)).kinds).toEqual(kinds);
  });

  it('may be listings below floor, which says something about the price too', () => {
    expect(readKinds(typed('listings below floor'))).toEqual({ kinds: ['listing'], belowFloor: true });
    expect(readKinds(typed('listings')).belowFloor).toBe(false);
  });

  it.each(['sails', ',', 'sales, nonsense'])('are not “%s”', (text) => {
    expect(() => readKinds(typed(text, 'alerts'))).toThrow('in **alerts**');
  });

  it('are each understood by the name under which they are offered, in any company and order', () => {
    const names = KIND_CHOICES.map(([name]) => name);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.constantFrom(', ', ' and ', ',', ' + '),
        (some, glue) => {
          const wanted = new Set(
            KIND_CHOICES.filter(([name]) => some.includes(name)).flatMap(([, kinds]) => kinds),
          );
          expect(readKinds(typed(some.join(glue))).kinds).toEqual(
            ALERT_KINDS.filter((kind) => wanted.has(kind)),
          );
        },
      ),
    );
  });
});

describe('the collections of an alert', () => {
  const all = [
    summary(),
    summary({ address: address(0xc1), name: 'Owls, Bats & Co', path: 'owls' }),
    summary({ address: address(0xc2), name: 'Owls', path: 'other-owls' }),
  ];
  const directory = {
    resolve: (text: string) => all.find((one) => [one.name, one.path, one.address].includes(text.trim())),
    search: (text: string) => all.filter(({ name }) => name.startsWith(text.slice(0, 3))).slice(0, 3),
  };
  const read = (text: string) => readCollections(typed(text, 'collection'), directory);

  it.each([
    ['Punks', [0xc0]],
    ['punks', [0xc0]],
    ['Punks ✓, Owls', [0xc0, 0xc2]],
    ['Owls, Bats & Co, Punks', [0xc0, 0xc1]],
    [`${address(0xc2)},Punks,Punks`, [0xc0, 0xc2]],
  ])('%s, each once', (text, numbers) => {
    expect(read(text)).toEqual({ type: 'these', addresses: numbers.map((number) => address(number)) });
  });

  it.each([
    ['every', 'every'],
    ['Every collection', 'every'],
    ['all whitelisted', 'whitelisted'],
    ['All whitelisted collections', 'whitelisted'],
  ])('%s are all of them', (text, type) => {
    expect(read(text)).toEqual({ type });
  });

  it('come with the nearest names where one is not known', () => {
    expect(() => read('Punks, Owlz')).toThrow(
      'I know no collection “Owlz” (in **collection**). Did you mean “Owls, Bats & Co” or “Owls”?',
    );
  });

  it('are at most 25', () => {
    const many = { resolve: () => undefined, search: () => [] };
    const numbered = Array.from({ length: 26 }, (_, number) =>
      summary({ address: address(number + 1), name: `N${number}` }),
    );
    const resolve = (text: string) => numbered.find(({ name }) => name === text);
    expect(() =>
      readCollections(typed(numbered.map(({ name }) => name).join(',')), { ...many, resolve }),
    ).toThrow('at most 25');
  });
});

describe('the traits of an alert', () => {
  it('are type and value, however they are written, where no collection says which there are', () => {
    expect(readTraits(typed(' hat:beanie,  Eyes :  laser, hat: BEANIE'), null)).toEqual([
      { type: 'hat', value: 'BEANIE' },
      { type: 'Eyes', value: 'laser' },
    ]);
    expect(readTraits(typed('hat: big, red'), null)).toEqual([{ type: 'hat', value: 'big, red' }]);
  });

  it('are what the collection calls them, where that is known', () => {
    const known = [
      { type: 'Hat', value: 'Beanie' },
      { type: 'Mood: now', value: 'sad, very' },
      { type: 'Fur', value: 'Gold' },
      { type: 'Eyes', value: 'Gold' },
    ];
    expect(readTraits(typed('hat:beanie, mood: now: sad, very'), known)).toEqual([known[0], known[1]]);
    expect(readTraits(typed('beanie'), known)).toEqual([known[0]]);
    expect(() => readTraits(typed('gold', 'traits'), known)).toThrow(
      'There is no trait “gold” (in **traits**). Did you mean “Fur: Gold” or “Eyes: Gold”?',
    );
    expect(() => readTraits(typed('hats: beany', 'traits'), known)).toThrow('Did you mean “Hat: Beanie”?');
    expect(() => readTraits(typed('crown', 'traits'), known)).toThrow(
      'There is no trait “crown” (in **traits**). Write it like Hat: Beanie or Mood: now: sad, very.',
    );
    expect(() => readTraits(typed('crown'), [])).toThrow('What you chose has none at all.');
  });

  it.each(['beanie', ': beanie', 'hat:', ','])('are not “%s”', (text) => {
    expect(() => readTraits(typed(text), null)).toThrow('Write traits like hat: beanie, eyes: laser.');
  });

  it('are some or a friendly refusal, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.boolean(), (text, isKnown) => {
        const known = isKnown ? [{ type: 'Hat', value: 'Beanie' }] : null;
        expect(['object', 'UserError']).toContain(endOf(() => readTraits(typed(text), known)));
      }),
    );
  });
});

describe('the wallets of an alert', () => {
  const { links } = viewContext();
  const read = (text: string) => readWallets(typed(text, 'wallets'), links.read);

  it('are addresses in any case, names, or profile pages', () => {
    expect(
      read(
        `${address(1).toUpperCase().replace('0X', '0x')}, @ada https://market.example/profile/${address(2)}`,
      ),
    ).toEqual([
      { type: 'address', address: address(1) },
      { type: 'name', name: 'ada' },
      { type: 'address', address: address(2) },
    ]);
  });

  it('are not addresses that are cut', () => {
    expect(() => read('0x1234')).toThrow(
      'in **wallets**. Write wallets by their address (0x and 40 more characters)',
    );
  });

  it('are at most 25', () => {
    expect(() => read('ada '.repeat(26))).toThrow('at most 25 wallets');
  });
});
