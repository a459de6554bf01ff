import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { type Declaration, declarationsOf } from '#src/discord/registration/declarations.ts';
import { differencesOf, hasNoDifferences } from '#src/discord/registration/differences.ts';
import { english } from '#src/messages/messages.ts';

const declared = [...declarationsOf(commands, null, english)];

type Fields = Record<string, unknown>;

/** Fields that Discord adds to an option or a choice, and default values. */
const ADDED_INSIDE: Fields = {
  name_localizations: null,
  description_localizations: {},
  name_localized: 'Name',
  required: false,
  autocomplete: false,
  choices: [],
  options: [],
};
const ADDED: Fields = {
  id: '1001',
  application_id: '7',
  version: '2002',
  guild_id: undefined,
  default_member_permissions: null,
  dm_permission: false,
  integration_types: [0],
  nsfw: false,
  name_localizations: null,
  description_localizations: null,
  name_localized: 'Name',
  something_new: { from: 'Discord' },
};

/** The same definition with a share of what Discord adds, and its fields in the opposite order. */
function asRegistered(value: Fields, added: Fields, share: (name: string) => boolean): Fields {
  const inside = (list: unknown) =>
    Array.isArray(list) ? list.map((one: Fields) => asRegistered(one, ADDED_INSIDE, share)) : list;
  const { options, choices, ...rest } = value;
  const chosen = Object.fromEntries(Object.entries(added).filter(([name]) => share(name)));
  const outer = { ...chosen, ...rest, ...(options === undefined ? {} : { options: inside(options) }) };
  const all = choices === undefined ? outer : { ...outer, choices: inside(choices) };
  return Object.fromEntries(Object.entries(all).toReversed());
}

const fieldsOf = (command: Declaration): Fields => structuredClone({ ...command });

describe('differences between declared and registered commands', () => {
  it('are none, whatever of its own Discord adds, in whatever order', () => {
    fc.assert(
      fc.property(
        fc.subarray([...Object.keys(ADDED), ...Object.keys(ADDED_INSIDE)]),
        fc.shuffledSubarray(declared, { minLength: declared.length }),
        (names, order) => {
          const registered = order.map((one) =>
            asRegistered(fieldsOf(one), ADDED, (name) => names.includes(name)),
          );
          expect(differencesOf(declared, registered)).toEqual({ missing: [], changed: [], surplus: [] });
        },
      ),
    );
  });

  it('are seen wherever a command is changed', () => {
    const command = (change: Fields): Fields => ({
      type: 1,
      name: 'look',
      description: 'Looks',
      contexts: [0],
      options: [
        {
          type: Type.Integer,
          name: 'page',
          description: 'Which',
          min_value: 1,
          choices: [
            { name: 'first', value: 1 },
            { name: 'second', value: 2 },
          ],
        },
        { type: Type.String, name: 'what', description: 'What', required: true },
      ],
      ...change,
    });
    const [page, what] = command({})['options'] as [Fields, Fields];
    const changes: readonly Fields[] = [
      { description: 'Sees' },
      { nsfw: true },
      { default_member_permissions: '32' },
      { contexts: null },
      { name_localizations: { de: 'schau' } },
      { options: [what, page] },
      { options: [page] },
      { options: [page, { ...what, required: false }] },
      { options: [page, { ...what, autocomplete: true }] },
      { options: [{ ...page, min_value: 0 }, what] },
      { options: [{ ...page, choices: (page['choices'] as Fields[]).toReversed() }, what] },
    ];
    const known = [command({}) as unknown as Declaration];
    expect(differencesOf(known, known)).toEqual({ missing: [], changed: [], surplus: [] });
    for (const change of changes) {
      expect(differencesOf(known, [command(change)])).toEqual({
        missing: [],
        changed: ['look'],
        surplus: [],
      });
    }
  });

  it('name a menu command of the same name as another one', () => {
    const menu: Fields = { ...fieldsOf(declared[0] as Declaration), type: 3 };
    const { surplus, missing, changed } = differencesOf(declared, [...declared, menu]);
    expect([surplus, missing, changed]).toEqual([[`${String(menu['name'])} (type 3)`], [], []]);
  });

  it('are as many as there are commands where Discord answers nonsense', () => {
    const differences = differencesOf(declared, ['?', null, 7]);
    expect(hasNoDifferences(differences)).toBe(false);
    expect(differences.missing).toHaveLength(declared.length);
  });
});
