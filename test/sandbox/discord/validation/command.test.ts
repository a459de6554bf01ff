import { describe, expect, it } from 'vitest';
import { validateCommand, validateCommands } from '../../../../sandbox/discord/validation/command.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const command = (part: object = {}) => ({ name: 'cat', description: 'Shows a cat', ...part });
const option = (part: object = {}) => ({ type: 3, name: 'breed', description: 'Which breed', ...part });
const withOption = (part: object) => command({ options: [option(part)] });
const named = (index: number) => `name-${index}`;
const subcommand = (...options: unknown[]) => option({ type: 1, name: 'sub', options });
const group = (...options: unknown[]) => option({ type: 2, name: 'group', options });

const errors = (body: unknown) => flatErrors(validateCommand(body));

describe('a slash command', () => {
  const choices = (count: number) => times(count, (index) => ({ name: named(index), value: named(index) }));
  const withChoice = (part: object) => withOption({ choices: [{ name: 'a', value: 'a', ...part }] });

  holdsLimits(validateCommand, [
    ['a name', command({ name: chars(32) }), command({ name: chars(33) }), 'name BASE_TYPE_BAD_LENGTH'],
    [
      'a description',
      command({ description: chars(100) }),
      command({ description: chars(101) }),
      'description BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a description downwards',
      command({ description: 'x' }),
      command({ description: '' }),
      'description BASE_TYPE_REQUIRED',
    ],
    ['contexts', command({ contexts: [2] }), command({ contexts: [] }), 'contexts BASE_TYPE_MIN_LENGTH'],
    [
      'contexts once each',
      command({ contexts: [0, 1, 2] }),
      command({ contexts: [0, 0] }),
      'contexts.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
    ],
    [
      'options',
      command({ options: times(25, (index) => option({ name: named(index) })) }),
      command({ options: times(26, (index) => option({ name: named(index) })) }),
      'options BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an option’s name',
      withOption({ name: chars(32) }),
      withOption({ name: chars(33) }),
      'options.0.name BASE_TYPE_BAD_LENGTH',
    ],
    [
      'an option’s description',
      withOption({ description: chars(100) }),
      withOption({ description: chars(101) }),
      'options.0.description BASE_TYPE_BAD_LENGTH',
    ],
    [
      'choices',
      withOption({ choices: choices(25) }),
      withOption({ choices: choices(26) }),
      'options.0.choices BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a choice’s name',
      withChoice({ name: chars(100) }),
      withChoice({ name: chars(101) }),
      'options.0.choices.0.name BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a choice’s value',
      withChoice({ value: chars(100) }),
      withChoice({ value: chars(101) }),
      'options.0.choices.0.value BASE_TYPE_BAD_LENGTH',
    ],
    [
      'max_length',
      withOption({ max_length: 6000 }),
      withOption({ max_length: 6001 }),
      'options.0.max_length NUMBER_TYPE_MAX',
    ],
    [
      'max_length downwards',
      withOption({ max_length: 1 }),
      withOption({ max_length: 0 }),
      'options.0.max_length NUMBER_TYPE_MIN',
    ],
    [
      'min_length up to max_length',
      withOption({ min_length: 5, max_length: 5 }),
      withOption({ min_length: 6, max_length: 5 }),
      'options.0.min_length NUMBER_TYPE_MAX',
    ],
    [
      'min_value up to max_value',
      withOption({ type: 10, min_value: 0.5, max_value: 0.5 }),
      withOption({ type: 10, min_value: 0.6, max_value: 0.5 }),
      'options.0.min_value NUMBER_TYPE_MAX',
    ],
    [
      'whole numbers that JavaScript counts exactly',
      withOption({ type: 4, max_value: 2 ** 53 - 1 }),
      withOption({ type: 4, max_value: 2 ** 53 }),
      'options.0.max_value NUMBER_TYPE_MAX',
    ],
  ]);

  it.each(['cat', 'cat-2', "o'brien", 'snake_case', 'café', '猫', 'बिल्ली', 'แมว', 'кот'])(
    'may be called %s',
    (name) => {
      expect(errors(command({ name }))).toEqual([]);
      expect(errors(withOption({ name }))).toEqual([]);
    },
  );

  it.each(['Cat', 'camelCase', 'КОТ', 'two words', 'cat!', 'a/b', '🐈'])('may not be called %s', (name) => {
    expect(errors(command({ name }))).toEqual(['name APPLICATION_COMMAND_INVALID_NAME']);
    expect(errors(withOption({ name }))).toEqual(['options.0.name APPLICATION_COMMAND_INVALID_NAME']);
  });

  it.each([
    [{}, 'name BASE_TYPE_REQUIRED', 'description BASE_TYPE_REQUIRED'],
    [command({ description: '' }), 'description BASE_TYPE_REQUIRED'],
    [command({ type: 5 }), 'type BASE_TYPE_CHOICES'],
    [command({ options: {} }), 'options LIST_TYPE_CONVERT'],
    [command({ nsfw: 'no' }), 'nsfw BOOLEAN_TYPE_CONVERT'],
    [command({ contexts: [3] }), 'contexts.0 BASE_TYPE_CHOICES'],
    [command({ integration_types: [2] }), 'integration_types.0 BASE_TYPE_CHOICES'],
    [command({ default_member_permissions: 32 }), 'default_member_permissions NUMBER_TYPE_COERCE'],
    [command({ default_member_permissions: '0x20' }), 'default_member_permissions NUMBER_TYPE_COERCE'],
    [withOption({ name: undefined }), 'options.0.name BASE_TYPE_REQUIRED'],
    [withOption({ description: '' }), 'options.0.description BASE_TYPE_REQUIRED'],
    [withOption({ type: undefined }), 'options.0.type BASE_TYPE_REQUIRED'],
    [withOption({ type: 12 }), 'options.0 UNION_TYPE_CHOICES'],
    [withOption({ required: 1 }), 'options.0.required BOOLEAN_TYPE_CONVERT'],
    [withOption({ type: 7, channel_types: [0, 6] }), 'options.0.channel_types.1 BASE_TYPE_CHOICES'],
    [
      withOption({ type: 4, choices: [{ name: 'a', value: 'a' }] }),
      'options.0.choices.0.value NUMBER_TYPE_COERCE',
    ],
    [withOption({ choices: [{ name: 'a', value: 1 }] }), 'options.0.choices.0.value STRING_TYPE_CONVERT'],
    [withOption({ choices: [{ name: '', value: 'a' }] }), 'options.0.choices.0.name BASE_TYPE_REQUIRED'],
  ])('is refused as %j', (body, ...expected) => {
    expect(errors(body)).toEqual(expected);
  });

  it.each([['0'], ['32'], [null], [undefined]])('takes the permissions %s', (permissions) => {
    expect(errors(command({ default_member_permissions: permissions }))).toEqual([]);
  });

  it('offers choices or autocomplete, not both', () => {
    const offered = { choices: [{ name: 'a', value: 'a' }] };
    expect(errors(withOption({ autocomplete: true, choices: [] }))).toEqual([]);
    expect(errors(withOption({ autocomplete: false, ...offered }))).toEqual([]);
    expect(errors(withOption({ autocomplete: true, ...offered }))).toEqual([
      'options.0.autocomplete APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
    ]);
  });

  it('needs required options first', () => {
    const [needed, free] = [option({ name: 'a', required: true }), option({ name: 'b' })];
    expect(errors(command({ options: [needed, free] }))).toEqual([]);
    const misplaced = 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID';
    expect(errors(command({ options: [free, needed] }))).toEqual([`options.1 ${misplaced}`]);
    expect(errors(command({ options: [subcommand(free, needed)] }))).toEqual([
      `options.0.options.1 ${misplaced}`,
    ]);
  });

  it('has unique option names', () => {
    expect(validateCommand(command({ options: [option(), option({ type: 4 })] }))).toEqual({
      options: {
        1: {
          _errors: [
            {
              code: 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
              message: 'Option name breed is already used in these options',
            },
          ],
        },
      },
    });
  });

  it('nests values in subcommands and these in groups, and allows no other nesting', () => {
    const union = 'UNION_TYPE_CHOICES';
    expect(errors(command({ options: [group(subcommand(option()))] }))).toEqual([]);
    expect(errors(command({ options: [subcommand(subcommand())] }))).toEqual([
      `options.0.options.0 ${union}`,
    ]);
    expect(errors(command({ options: [group(option())] }))).toEqual([`options.0.options.0 ${union}`]);
    expect(errors(command({ options: [group(group())] }))).toEqual([`options.0.options.0 ${union}`]);
    expect(errors(command({ options: [subcommand(), option()] }))).toEqual([
      'options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
    ]);
  });

  it('is translated into Discord’s locales, under the rules of the translated text', () => {
    expect(errors(command({ name_localizations: { de: 'katze', ja: '猫', fr: null } }))).toEqual([]);
    const broken = {
      name_localizations: { de: 'Katze', xx: 'a' },
      description_localizations: { 'en-GB': chars(101) },
    };
    expect(errors(command(broken))).toEqual([
      'name_localizations.de APPLICATION_COMMAND_INVALID_NAME',
      'name_localizations.xx ENUM_TYPE_COERCE',
      'description_localizations.en-GB BASE_TYPE_BAD_LENGTH',
    ]);
    expect(errors(command({ name_localizations: ['de'] }))).toEqual([
      'name_localizations MODEL_TYPE_CONVERT',
    ]);
  });

  it('ignores keys that it does not know', () => {
    expect(errors(command({ emoji: '🐈', options: [option({ colour: 'red' })] }))).toEqual([]);
  });
});

describe('the size of a command', () => {
  /** 39 choices of 200 characters in two options of 50, and 2 in the name: 7,902 beside the description. */
  const described = (length: number, part: object = {}) => {
    const choices = (count: number) => times(count, () => ({ name: chars(100), value: chars(100) }));
    const full = (name: string, count: number) =>
      option({ name, description: chars(48), choices: choices(count) });
    return { name: 'ab', description: chars(length), options: [full('aa', 25), full('bb', 14)], ...part };
  };

  holdsLimits(validateCommand, [
    ['8,000 characters', described(98), described(99), 'APPLICATION_COMMAND_TOO_LARGE'],
  ]);

  it('counts only the longest of a text and its translations', () => {
    const translated = (length: number) =>
      errors(described(50, { description_localizations: { de: chars(length), fr: chars(40) } }));
    expect(translated(98)).toEqual([]);
    expect(translated(99)).toEqual(['APPLICATION_COMMAND_TOO_LARGE']);
  });
});

describe('a context menu command', () => {
  it.each([2, 3])('of type %i has a name of any characters and nothing else', (type) => {
    expect(errors({ type, name: 'Show the Cat!' })).toEqual([]);
    expect(errors({ type, name: 'Cat', description: '' })).toEqual([]);
    expect(errors({ type, name: chars(33) })).toEqual(['name BASE_TYPE_BAD_LENGTH']);
    expect(errors({ type, name: 'Cat', description: 'a', options: [option()] })).toEqual([
      'description APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
      'options APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
    ]);
  });
});

describe('the entry point command', () => {
  const entry = (handler: number) => ({ type: 4, name: 'Launch', handler });

  it('is handled by the app or by Discord', () => {
    expect([validateCommand(entry(1)), validateCommand(entry(2))]).toEqual([null, null]);
    expect([...errors(entry(0)), ...errors(entry(3))]).toEqual(times(2, () => 'handler BASE_TYPE_CHOICES'));
  });

  it('is one', () => {
    expect(validateCommands([entry(1)])).toBeNull();
    expect(flatErrors(validateCommands([entry(1), { ...entry(1), name: 'Play' }]))).toEqual([
      'BASE_TYPE_MAX_LENGTH',
    ]);
  });
});

describe('the list of all commands', () => {
  const slash = (count: number) => times(count, (index) => command({ name: named(index) }));
  const menus = (type: number, count: number) => times(count, (index) => ({ type, name: named(index) }));

  holdsLimits(validateCommands, [
    ['slash commands', slash(100), slash(101), 'BASE_TYPE_MAX_LENGTH'],
    ['user commands', menus(2, 15), menus(2, 16), 'BASE_TYPE_MAX_LENGTH'],
    ['message commands', menus(3, 15), menus(3, 16), 'BASE_TYPE_MAX_LENGTH'],
  ]);

  it('reports each command at its position', () => {
    expect(flatErrors(validateCommands([command(), command({ name: 'Dog' }), null]))).toEqual([
      '1.name APPLICATION_COMMAND_INVALID_NAME',
      '2 MODEL_TYPE_CONVERT',
    ]);
  });

  it('has unique command names for each type', () => {
    expect(validateCommands([command(), { type: 2, name: 'cat' }, { type: 3, name: 'cat' }])).toBeNull();
    expect(flatErrors(validateCommands([command(), command({ type: 1 })]))).toEqual([
      '1 APPLICATION_COMMANDS_DUPLICATE_NAME',
    ]);
  });

  it('is a list', () => {
    expect(flatErrors(validateCommands(command()))).toEqual(['LIST_TYPE_CONVERT']);
    expect(validateCommands([])).toBeNull();
  });
});
