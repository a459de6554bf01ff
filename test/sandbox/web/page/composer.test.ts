import {
  type APIApplicationCommand,
  type APIApplicationCommandOption,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  addOption,
  type CommandDraft,
  otherValues,
  pickChoice,
  readDraft,
  removeOption,
  startCommand,
  typeOption,
} from '../../../../sandbox/web/page/composer/draft.ts';
import { closedChoices, type Entities } from '../../../../sandbox/web/page/composer/entities.ts';
import {
  commandEntries,
  matchingEntries,
  type Option,
} from '../../../../sandbox/web/page/composer/entries.ts';
import { intentOf, type Situation } from '../../../../sandbox/web/page/composer/keys.ts';
import { firstActive, menuOf } from '../../../../sandbox/web/page/composer/menu.ts';

function command(name: string, options: readonly APIApplicationCommandOption[]): APIApplicationCommand {
  return {
    id: '1',
    application_id: '2',
    version: '3',
    type: 1,
    default_member_permissions: null,
    name,
    description: `About ${name}`,
    options: [...options],
  };
}

const ENTITIES: Entities = {
  channels: [
    { name: '#general', value: '10', types: [0] },
    { name: '#sales', value: '11', types: [0] },
  ],
  roles: [{ name: '@mods', value: '20' }],
  people: [{ name: '@ada', value: '30' }],
};

const COMMANDS = [
  command('alerts', [
    {
      type: Type.Subcommand,
      name: 'add',
      description: 'Follows a collection',
      options: [
        { type: Type.String, name: 'collection', description: 'Which', autocomplete: true },
        { type: Type.Channel, name: 'channel', description: 'Where', required: true },
        { type: Type.Boolean, name: 'quiet', description: 'Whether' },
        { type: Type.Integer, name: 'most', description: 'How many', min_value: 1, max_value: 9 },
      ],
    },
    { type: Type.Subcommand, name: 'list', description: 'Shows all' },
  ]),
  command('token', [{ type: Type.String, name: 'token', description: 'Which', required: true }]),
];

const entries = commandEntries(COMMANDS);
const choicesOf = (option: Option) => closedChoices(option, ENTITIES);

function add(): CommandDraft {
  const entry = entries.find(({ name }) => name === 'alerts add');
  if (entry === undefined) throw new Error('There is no such entry.');
  return startCommand(entry);
}

function values(draft: CommandDraft): unknown {
  const read = readDraft(draft, choicesOf);
  return 'values' in read ? read.values : Object.fromEntries(read.draft.problems);
}

describe('the commands after a slash', () => {
  it('is every subcommand on its own, by name', () => {
    expect(entries.map(({ name }) => name)).toEqual(['alerts add', 'alerts list', 'token']);
  });

  it('is found by its prefix, by any word, and by its description, in this order', () => {
    expect(matchingEntries(entries, 'al').map(({ name }) => name)).toEqual(['alerts add', 'alerts list']);
    expect(matchingEntries(entries, 'list').map(({ name }) => name)).toEqual(['alerts list']);
    expect(matchingEntries(entries, 'follows').map(({ name }) => name)).toEqual(['alerts add']);
    expect(matchingEntries(entries, 'nothing')).toEqual([]);
  });

  it('has the required options first', () => {
    expect(add().entry.options.map(({ name }) => name)).toEqual(['channel', 'collection', 'quiet', 'most']);
  });
});

describe('a command that is being filled in', () => {
  it('begins at its required option, and moves behind all once that is filled', () => {
    expect(add()).toMatchObject({ at: 'channel', inputs: [{ name: 'channel', typed: '' }] });
    expect(pickChoice(add(), 'channel', { name: '#sales', value: '11' }).at).toBeNull();
  });

  it('is not sent without a required option, which shows the problem', () => {
    expect(values(add())).toEqual({ channel: 'This option is required. Specify a value.' });
  });

  it('sends the value of a choice, and typed text where it is free', () => {
    const draft = typeOption(
      addOption(pickChoice(add(), 'channel', { name: '#sales', value: '11' }), 'collection'),
      'collection',
      'Foxes',
    );
    expect(values(draft)).toEqual({ channel: '11', collection: 'Foxes' });
  });

  it('accepts a channel by its name, with or without #, and no other', () => {
    expect(values(typeOption(add(), 'channel', '#general'))).toEqual({ channel: '10' });
    expect(values(typeOption(add(), 'channel', 'general'))).toEqual({ channel: '10' });
    expect(values(typeOption(add(), 'channel', 'gener'))).toEqual({ channel: 'Choose one from the list.' });
  });

  it.each([
    ['most', '3', 3],
    ['most', '3.5', 'Input a valid integer.'],
    ['most', 'many', 'Input a valid integer.'],
    ['most', '0', 'The least is 1.'],
    ['most', '10', 'The most is 9.'],
    ['quiet', 'true', true],
    ['quiet', 'False', false],
    ['quiet', 'maybe', 'Choose one from the list.'],
  ])('reads %s "%s" as %j', (name, typed, read) => {
    const draft = typeOption(addOption(typeOption(add(), 'channel', 'sales'), name), name, typed);
    expect(values(draft)).toHaveProperty(name, read);
  });

  it('omits an empty option, and a removed one', () => {
    const withChannel = typeOption(add(), 'channel', 'sales');
    expect(values(addOption(withChannel, 'collection'))).toEqual({ channel: '11' });
    expect(values(removeOption(addOption(withChannel, 'most'), 'most'))).toEqual({ channel: '11' });
  });

  it('sends the other options to the bot during autocompletion', () => {
    const draft = addOption(typeOption(add(), 'channel', 'sales'), 'collection');
    expect(otherValues(draft, 'collection', choicesOf)).toEqual({ channel: '11' });
  });
});

describe('the list above the message box', () => {
  const open = { open: true, active: 0, found: null };
  const labels = (draft: Parameters<typeof menuOf>[0], suggestions: Parameters<typeof menuOf>[1] = open) =>
    menuOf(draft, suggestions, entries, ENTITIES)?.items.map(({ label }) => label);

  it('has the commands after a slash, and is closed after anything else', () => {
    expect(labels({ kind: 'text', text: '/tok' })).toEqual(['/token']);
    expect(labels({ kind: 'text', text: 'hello' })).toBeUndefined();
  });

  it('has the channels that fit what is typed', () => {
    expect(labels(add())).toEqual(['#general', '#sales']);
    expect(labels(typeOption(add(), 'channel', '#sa'))).toEqual(['#sales']);
  });

  it('has the other options behind all, with none highlighted, so that Enter sends', () => {
    const draft = pickChoice(add(), 'channel', { name: '#sales', value: '11' });
    expect(labels(draft)).toEqual(['collection', 'quiet', 'most']);
    expect(firstActive(draft)).toBe(-1);
  });

  it('shows that choices are loading, and that they failed', () => {
    const draft = addOption(add(), 'collection');
    const hint = (found: Parameters<typeof menuOf>[1]['found']) =>
      menuOf(draft, { ...open, found }, entries, ENTITIES)?.hint;
    const asked = { option: 'collection', typed: '', choices: [] };
    expect(hint(null)).toBe('Loading options…');
    expect(hint({ ...asked, state: 'failed' })).toBe('Loading options failed.');
    expect(hint({ ...asked, state: 'there' })).toBe('No options match your search.');
  });

  it('never offers a choice that does not match the present text', () => {
    const draft = typeOption(addOption(add(), 'collection'), 'collection', 'fox');
    const choices = [
      { name: 'Golems', value: 'g' },
      { name: 'Lantern Foxes', value: 'f' },
    ];
    const found = { option: 'collection', typed: 'fox', state: 'loading', choices } as const;
    expect(labels(draft, { ...open, found })).toEqual(['Lantern Foxes']);
  });
});

describe('keys in the message box', () => {
  const listed: Situation = { menuOpen: true, items: 3, active: 0, empty: false, field: 'option' };
  const plain: Situation = { menuOpen: false, items: 0, active: 0, empty: true, field: 'text' };
  it.each([
    ['ArrowDown', listed, 'next'],
    ['ArrowUp', listed, 'previous'],
    ['Enter', listed, 'choose'],
    ['Tab', listed, 'choose'],
    ['Enter', { ...listed, active: -1 }, 'send'],
    ['Tab', { ...listed, active: -1 }, null],
    ['Escape', listed, 'close'],
    ['Escape', { ...listed, menuOpen: false }, 'leave'],
    ['Backspace', { ...listed, empty: true }, 'remove'],
    ['Backspace', { ...listed, empty: true, field: 'more' }, 'last-chip'],
    ['Backspace', listed, null],
    ['Enter', plain, 'send'],
    ['ArrowDown', plain, null],
    ['Escape', plain, null],
  ] as const)('%s, %o: %s', (key, situation, intent) => {
    expect(intentOf(key, false, situation)).toBe(intent);
  });
});
