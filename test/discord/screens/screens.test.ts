import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { traitKey } from '#src/discord/finding/trait-key.ts';
import {
  addressField,
  countField,
  type Field,
  flagField,
  numberField,
  traitKeyField,
} from '#src/discord/screens/field.ts';
import { defineLink, readScreenId, writeScreenId } from '#src/discord/screens/link.ts';
import { screensOf } from '#src/discord/screens/registry.ts';
import type { RegisteredScreen } from '#src/discord/screens/screen.ts';
import { collectionsLink, tokenLink } from '#src/discord/screens/targets.ts';
import { address } from '../../support/build-activity.ts';

const LARGEST = 2n ** 256n - 1n;
const REQUESTER = '100000000000000001';

const anyAddress = fc
  .oneof(fc.constantFrom(0n, 1n, 2n ** 160n - 1n), fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }))
  .map((value) => `0x${value.toString(16).padStart(40, '0')}`);

/** The values of fields that have no list of them. */
const VALUES = new Map<unknown, fc.Arbitrary<unknown>>([
  [addressField, anyAddress],
  [numberField, fc.oneof(fc.constantFrom(0n, 1n, LARGEST), fc.bigInt({ min: 0n, max: LARGEST })).map(String)],
  [countField, fc.oneof(fc.constantFrom(1, 1_000_000), fc.integer({ min: 1, max: 1_000_000 }))],
  [flagField, fc.boolean()],
  [traitKeyField, fc.string().map((type) => traitKey(type))],
]);

function valuesOf(field: Field<unknown>): fc.Arbitrary<unknown> {
  if ('names' in field && Array.isArray(field.names)) return fc.constantFrom(...field.names);
  if ('field' in field) return fc.option(valuesOf(field.field as Field<unknown>));
  const values = VALUES.get(field);
  if (values === undefined) throw new Error('Give this test the values of the new field.');
  return values;
}

const anyRequester = fc.bigInt({ min: 10n ** 14n, max: 2n ** 64n - 1n }).map(String);

/** Texts of all parameters for any of their values. */
const textsOf = ({ link }: RegisteredScreen): fc.Arbitrary<readonly string[]> =>
  fc.tuple(...link.parameters.map(([, field]) => valuesOf(field).map(field.write)));

const { byId, collectionTabs } = screensOf(commands);

describe('the custom id of a screen', () => {
  // They stand in messages. A change of this list breaks the buttons of those that people still look at.
  it('has one of these ids and parameters', () => {
    const ids = [...byId.values()].map(({ link }) =>
      [link.id, ...link.parameters.map(([name]) => name)].join(' '),
    );
    expect(ids.toSorted()).toEqual([
      'activity collection page filter',
      'auction collection auctionId',
      'auctions page filter sort collection',
      'chart collection what period row',
      'collection collection',
      'collections page',
      'exact-activity collection page filter',
      'exact-auction collection auctionId',
      'exact-collection collection',
      'exact-token collection tokenId',
      'follow collection',
      'holders collection page minimum',
      'neighbour collection tokenId side',
      'owned who page collection sort listed',
      'profile who',
      'token collection tokenId',
      'tokens collection page sort descending listed trait',
      'traits collection page type',
      'watch id',
      'watch-auction collection auctionId',
      'watch-collection collection',
      'watch-narrow id',
      'watch-token collection tokenId',
      'watch-wallet who',
      'watches page',
    ]);
  });

  it.each([...byId.values()].map((screen) => [screen.link.id, screen] as const))(
    'of %s holds every value within 100 characters',
    (id, screen) => {
      fc.assert(
        fc.property(textsOf(screen), anyRequester, (texts, requester) => {
          const state = { destination: { id, texts }, requester };
          const customId = writeScreenId(state);
          expect(customId.length).toBeLessThanOrEqual(100);
          expect(readScreenId(customId)).toEqual(state);
          expect(screen.open(texts)).not.toBeNull();
        }),
      );
    },
  );

  it.each([...byId.values()].flatMap(({ link }) => link.parameters.map((one) => [link.id, ...one] as const)))(
    'of %s gives back any %s as it was',
    (_id, _name, field) => {
      fc.assert(
        fc.property(valuesOf(field), (value) => {
          const text = field.write(value);
          expect(text.length).toBeLessThanOrEqual(field.maxLength);
          expect(text).toMatch(/^[\w-]*$/);
          expect(field.read(text)).toEqual(value);
        }),
      );
    },
  );

  it('reads any other text without failing, and only what it would write', () => {
    const pieces = fc.oneof(fc.stringMatching(/^[\w-]{0,43}$/), fc.string({ maxLength: 43 }));
    const anyText = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom(...byId.keys(), 'x'), fc.array(pieces, { maxLength: 8 }))
        .map(([id, texts]) => ['at', id, 'AWNFeF2KAAE', ...texts].join('.')),
    );
    fc.assert(
      fc.property(anyText, (customId) => {
        const found = readScreenId(customId);
        if (found === null) return;
        expect(writeScreenId(found)).toBe(customId);
        const { id, texts } = found.destination;
        const screen = byId.get(id);
        if (screen === undefined || screen.open(texts) === null) return;
        for (const [position, [, field]] of screen.link.parameters.entries()) {
          expect(field.write(field.read(texts[position] ?? ''))).toBe(texts[position]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '',
    'at',
    'at.token',
    // The format before screens had ids of their own: a letter after the version.
    '1k.AWNFeF2KAAE.wA.Bw',
    '1C.AWNFeF2KAAE.1',
    'do.alerts-page.100000000000000001.1',
    'to.k.wA.Bw.k3x9f2ab',
    'menu.tokens',
    'off.first',
  ])('is not “%s”', (customId) => expect(readScreenId(customId)).toBeNull());

  it.each([
    ['too few parameters', ['wA']],
    ['too many parameters', ['wA', 'Bw', 'Bw']],
    ['a padded number', ['wA', 'AAc']],
    ['a number of more than 256 bits', ['wA', '_'.repeat(44)]],
    ['an address of more than 160 bits', ['_'.repeat(28), 'Bw']],
  ])('is refused with %s', (_what, texts) => expect(tokenLink.read(texts)).toBeNull());

  it('is the same for ever', () => {
    const destination = tokenLink.to({ collection: address(0xc0), tokenId: '7' });
    expect(writeScreenId({ destination, requester: REQUESTER })).toBe('at.token.AWNFeF2KAAE.wA.Bw');
    expect(writeScreenId({ destination: collectionsLink.to({ page: 37 }), requester: REQUESTER })).toBe(
      'at.collections.AWNFeF2KAAE.11',
    );
  });
});

describe('the definition of a screen', () => {
  it('is refused where its custom ids could be too long for Discord, or its id is none', () => {
    expect(() =>
      defineLink('two-tokens', {
        collection: addressField,
        tokenId: numberField,
        otherId: numberField,
      }),
    ).toThrow('Custom ids of the screen two-tokens can have');
    expect(() => defineLink('Token', {})).toThrow('Token is not the id of a screen.');
  });

  it('is refused where another screen has its id', () => {
    const [command] = commands;
    const first = [...byId.values()][0];
    if (command === undefined || first === undefined) throw new Error('There are no commands.');
    const behaviour = {
      definition: () => ({ description: '' }),
      answerTo: 'members',
      execute: async () => ({}),
      screens: [{ ...first }],
    } as const;
    expect(() => screensOf([...commands, { name: 'other', ...behaviour }])).toThrow(
      `Two screens are called ${first.link.id}.`,
    );
  });
});

describe('the screens of a collection', () => {
  it('lead to each other in this order', () => {
    expect(collectionTabs.map(({ to }) => to(address(0xc0)).id)).toEqual([
      'collection',
      'chart',
      'tokens',
      'traits',
      'holders',
      'activity',
    ]);
  });
});
