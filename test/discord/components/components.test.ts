import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import type { Component } from '#src/discord/components/component.ts';
import { readCustomId, writeCustomId } from '#src/discord/components/custom-id.ts';
import {
  addressField,
  countField,
  type Field,
  flagField,
  numberField,
  pageField,
  traitKeyField,
} from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { componentsOf } from '#src/discord/components/registry.ts';
import { tokenLink } from '#src/discord/components/targets.ts';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import { address } from '../../support/build-activity.ts';

const LARGEST = 2n ** 256n - 1n;

const anyAddress = fc
  .oneof(fc.constantFrom(0n, 1n, 2n ** 160n - 1n), fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }))
  .map((value) => `0x${value.toString(16).padStart(40, '0')}`);

/** The values of fields that have no list of them. */
const VALUES = new Map<unknown, fc.Arbitrary<unknown>>([
  [addressField, anyAddress],
  [numberField, fc.oneof(fc.constantFrom(0n, 1n, LARGEST), fc.bigInt({ min: 0n, max: LARGEST })).map(String)],
  [countField, fc.oneof(fc.constantFrom(1, 1_000_000), fc.integer({ min: 1, max: 1_000_000 }))],
  [pageField, fc.oneof(fc.constantFrom(1, 1_000_000), fc.integer({ min: 1, max: 1_000_000 }))],
  [flagField, fc.boolean()],
  [traitKeyField, fc.string().map((type) => traitKey(type))],
]);

function valuesOf(field: Field<unknown>): fc.Arbitrary<unknown> {
  if ('names' in field && Array.isArray(field.names)) return fc.constantFrom(...field.names);
  if ('isText' in field) return fc.stringMatching(new RegExp(`^[\\w-]{0,${field.maxLength}}$`));
  if ('field' in field) return fc.option(valuesOf(field.field as Field<unknown>));
  const values = VALUES.get(field);
  if (values === undefined) throw new Error('Give this test the values of the new field.');
  return values;
}

const anyRequester = fc.bigInt({ min: 10n ** 14n, max: 2n ** 64n - 1n }).map(String);

/** Texts of all parameters for any of their values, as they stand in a custom id. */
const textsOf = ({ owner, parameters }: Component): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(...parameters.map(([, field]) => valuesOf(field).map(field.write)))
    .map((texts) => (owner === 'asker' ? [texts.join(':')] : texts));

const { byId, collectionTabs } = componentsOf(commands);

describe('the custom id of a component', () => {
  // They stand in messages. A change of this list breaks the buttons of those that people still look at.
  it('has one of these owners, ids and parameters', () => {
    const ids = [...byId.values()].map(({ id, owner, parameters }) =>
      [owner, id, ...parameters.map(([name]) => name)].join(' '),
    );
    expect(ids.toSorted()).toEqual([
      'asker alerts-again channel',
      'asker alerts-again-now channel delivery times',
      'asker alerts-copy alert',
      'asker alerts-copy-to alert',
      'asker alerts-edit alert',
      'asker alerts-keep-all',
      'asker alerts-log channel page',
      'asker alerts-log-of',
      'asker alerts-one alert',
      'asker alerts-open page',
      'asker alerts-page page',
      'asker alerts-pause alert',
      'asker alerts-remove alert',
      'asker alerts-remove-all-now all',
      'asker alerts-remove-now alert',
      'asker alerts-resume alert',
      'asker alerts-test alert',
      'asker alerts-undo alert rule',
      'asker channel-look channel',
      'asker channel-more channel',
      'asker channel-notified channel',
      'asker channel-notify channel',
      'asker channel-reset channel',
      'asker channel-role channel',
      'asker channel-switches channel',
      'asker channel-typed channel',
      'asker draft-cancel draft',
      'asker draft-confirm draft',
      'asker draft-exclude draft',
      'asker draft-extras draft',
      'asker draft-extras-typed draft',
      'asker draft-filter draft',
      'asker draft-kinds draft',
      'asker draft-more draft',
      'asker draft-narrow draft from',
      'asker draft-option menu',
      'asker draft-rest draft',
      'asker draft-roles draft',
      'asker draft-roles-typed draft',
      'asker draft-tokens draft',
      'asker draft-typed draft',
      'asker held-choose',
      'asker held-post-it post',
      'asker held-was-posted post',
      'asker help-about',
      'asker help-job job',
      'asker import-cancel saved',
      'asker import-channel saved at',
      'asker import-confirm saved',
      'asker own-silence-end silence page',
      'asker own-silences-page page',
      'asker set-up channel',
      'asker set-up-apart channel',
      'asker settings-channel',
      'asker settings-currency',
      'asker settings-erase-not',
      'asker settings-erase-now',
      'asker settings-more',
      'asker settings-role',
      'asker settings-typed',
      'asker silence-alert message collection',
      'asker silence-end silence page',
      'asker silence-here collection time',
      'asker silence-token-here collection token time',
      'asker silence-wallet-here who time',
      'asker silences-page page',
      'asker template-again draft',
      'asker template-discard topic scope target',
      'asker template-edit topic scope target',
      'asker template-parts topic scope target',
      'asker template-reset topic scope target',
      'asker template-typed topic scope target',
      'asker watch-ask when saved',
      'asker watch-forget-not',
      'asker watch-forget-now',
      'asker watch-now when saved',
      'asker watch-once watch',
      'asker watch-pause watch',
      'asker watch-remove watch',
      'asker watch-resume watch',
      'asker watch-stop watch',
      'asker watch-try-again',
      'asker watch-typed when saved',
      'asker why-near channel',
      'nobody exact-activity collection page filter',
      'nobody exact-auction collection auctionId',
      'nobody exact-collection collection',
      'nobody exact-token collection tokenId',
      'nobody follow collection',
      'nobody greet-choose',
      'nobody greet-help',
      'nobody greet-sales',
      'nobody watch-auction collection auctionId',
      'nobody watch-collection collection',
      'nobody watch-narrow id',
      'nobody watch-token collection tokenId',
      'nobody watch-wallet who',
      'shared activity collection page filter',
      'shared auction collection auctionId',
      'shared auctions page filter sort collection',
      'shared chart collection what period row',
      'shared collection collection',
      'shared collections page',
      'shared holders collection page minimum',
      'shared neighbour collection tokenId side',
      'shared owned who page collection sort listed',
      'shared profile who',
      'shared summary post mark page',
      'shared token collection tokenId',
      'shared tokens collection page sort descending listed trait',
      'shared top collection what period page row',
      'shared traits collection page type',
      'shared watch id',
      'shared watches page',
    ]);
  });

  it.each([...byId.values()].map((component) => [component.id, component] as const))(
    'of %s holds every value within 100 characters',
    (id, component) => {
      fc.assert(
        fc.property(textsOf(component), anyRequester, (texts, asker) => {
          const destination = { id, isAskersOnly: component.owner === 'asker', texts };
          const customId = writeCustomId(destination, { requester: asker });
          expect(customId.length).toBeLessThanOrEqual(100);
          expect(readCustomId(customId)).toEqual({ destination, asker });
          expect(component.bind(texts)).not.toBeNull();
        }),
      );
    },
  );

  it.each([...byId.values()].flatMap(({ id, parameters }) => parameters.map((one) => [id, ...one] as const)))(
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
        const found = readCustomId(customId);
        if (found?.asker === null || found === null) return;
        expect(writeCustomId(found.destination, { requester: found.asker })).toBe(customId);
        const { id, texts } = found.destination;
        const component = byId.get(id);
        if (component === undefined || component.bind(texts) === null) return;
        for (const [position, [, field]] of component.parameters.entries()) {
          // A parameter that was added later may be absent.
          const text = texts[position] ?? '';
          expect(field.write(field.read(text))).toBe(text);
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
    'menu.tokens',
    'off.first',
  ])('is not “%s”', (customId) => expect(readCustomId(customId)).toBeNull());

  it.each([
    ['too few parameters', ['wA']],
    ['too many parameters', ['wA', 'Bw', 'Bw']],
    ['a padded number', ['wA', 'AAc']],
    ['a number of more than 256 bits', ['wA', '_'.repeat(44)]],
    ['an address of more than 160 bits', ['_'.repeat(28), 'Bw']],
  ])('is refused with %s', (_what, texts) => expect(tokenLink.read(texts)).toBeNull());

  it.each([
    ['more than its parameters', ['1:2']],
    ['a part too many', ['1', '2']],
    ['a page that is none', ['x']],
  ])('of the asker’s only is refused with %s', (_what, texts) =>
    expect(byId.get('alerts-page')?.bind(texts)).toBeNull(),
  );
});

describe('the definition of a component', () => {
  it('is refused where its custom ids could be too long for Discord, or its id is none', () => {
    expect(() =>
      defineLink('two-tokens', {
        collection: addressField,
        tokenId: numberField,
        otherId: numberField,
      }),
    ).toThrow('Custom ids of the component two-tokens can have');
    expect(() => defineLink('Token', {})).toThrow('Token is not the id of a component.');
  });

  it('is refused where another component has its id', () => {
    const [command] = commands;
    const first = [...byId.values()][0];
    if (command === undefined || first === undefined) throw new Error('There are no commands.');
    const behaviour = {
      definition: () => ({ description: '' }),
      answerTo: 'members',
      execute: async () => ({}),
      components: [{ ...first }],
    } as const;
    expect(() => componentsOf([...commands, { name: 'other', ...behaviour }])).toThrow(
      `Two components are called ${first.id}.`,
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
      'top',
      'activity',
    ]);
  });
});
