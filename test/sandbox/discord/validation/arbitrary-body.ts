import * as fc from 'fast-check';
import { embedWithinLimits } from './arbitrary-embed.ts';

const JUNK = [
  null,
  undefined,
  '',
  ' ',
  'x',
  'x'.repeat(5000),
  0,
  -1,
  1.5,
  2 ** 40,
  true,
  [],
  {},
  [null],
  [{}],
];

/** Mostly the given value, sometimes another one. */
const mostly = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 60, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(...JUNK) });

/** An object with these fields, each mostly valid; those that are not `needed` may be absent. */
function body(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, ...needed: string[]) {
  const messy = Object.entries(fields).map(([key, arbitrary]) => [key, mostly(arbitrary)] as const);
  return fc.record(Object.fromEntries(messy), { requiredKeys: needed });
}

const text = (max: number) => fc.string({ minLength: 1, maxLength: max });
const flag = fc.boolean();
const list = (item: fc.Arbitrary<unknown>, minLength: number, maxLength: number) =>
  fc.array(item, { minLength, maxLength });

/** Rarely with duplicates. */
const customId = fc.uuid();
const emoji = fc.constantFrom({ name: '🔨' }, { id: '123', name: 'gavel' }, { name: '⬅️', animated: false });

const button = fc.oneof(
  body(
    {
      type: fc.constant(2),
      style: fc.integer({ min: 1, max: 4 }),
      custom_id: customId,
      label: text(80),
      emoji,
      disabled: flag,
    },
    'type',
    'style',
    'custom_id',
    'label',
  ),
  body(
    { type: fc.constant(2), style: fc.constant(5), url: fc.webUrl(), label: text(80) },
    'type',
    'style',
    'url',
    'label',
  ),
);

const selectFields = {
  custom_id: customId,
  placeholder: text(150),
  min_values: fc.constantFrom(0, 1),
  disabled: flag,
};

const option = body(
  { label: text(100), value: fc.uuid(), description: text(100), emoji, default: fc.constant(false) },
  'label',
  'value',
);

const select = fc.oneof(
  body(
    { type: fc.constant(3), options: list(option, 1, 25), ...selectFields },
    'type',
    'options',
    'custom_id',
  ),
  body(
    { type: fc.constantFrom(5, 6, 7, 8), max_values: fc.integer({ min: 1, max: 25 }), ...selectFields },
    'type',
    'custom_id',
  ),
);

const row = fc.oneof(list(button, 1, 5), list(select, 1, 1)).map((components) => ({ type: 1, components }));

const attributes = {
  allowed_mentions: body({ parse: fc.subarray(['users', 'roles', 'everyone']), replied_user: flag }),
  tts: flag,
};

const legacyMessage = body({
  content: text(2000),
  embeds: list(embedWithinLimits, 0, 1),
  components: list(row, 0, 5),
  flags: fc.constantFrom(0, 4, 64, 4096),
  ...attributes,
});

const display = body({ type: fc.constant(10), content: text(200) }, 'type', 'content');
const picture = body(
  { media: fc.record({ url: fc.webUrl() }), description: text(200), spoiler: flag },
  'media',
);
const thumbnail = picture.map((part) => ({ type: 11, ...part }));
const section = fc.record({
  type: fc.constant(9),
  components: list(display, 1, 3),
  accessory: fc.oneof(button, thumbnail),
});
const gallery = fc.record({ type: fc.constant(12), items: list(picture, 1, 10) });
const separator = body({ type: fc.constant(14), divider: flag, spacing: fc.constantFrom(1, 2) }, 'type');
const inner = fc.oneof(row, display, section, gallery, separator);
const container = body(
  { type: fc.constant(17), components: list(inner, 1, 4), accent_color: fc.nat(0xffffff) },
  'type',
  'components',
);

const v2Message = body(
  { components: list(fc.oneof(inner, container), 1, 4), flags: fc.constant(1 << 15), ...attributes },
  'components',
  'flags',
);

/** Messages as bots send them, some with errors. */
export const message = fc.oneof(legacyMessage, v2Message);

const name = fc.stringMatching(/^[a-z0-9_-]{1,32}$/);
const translations = body({ de: text(30), 'en-GB': text(30), ja: text(30) });
const described = { name, description: text(100), description_localizations: translations };
const choice = (value: fc.Arbitrary<unknown>) =>
  body({ name: text(100), value, name_localizations: translations }, 'name', 'value');

const valueOption = fc.oneof(
  body(
    {
      type: fc.constant(3),
      ...described,
      autocomplete: fc.constant(false),
      choices: list(choice(text(100)), 0, 25),
      max_length: fc.integer({ min: 1, max: 6000 }),
    },
    'type',
    'name',
    'description',
  ),
  body(
    {
      type: fc.constant(4),
      ...described,
      choices: list(choice(fc.maxSafeInteger()), 0, 5),
      min_value: fc.maxSafeInteger(),
    },
    'type',
    'name',
    'description',
  ),
  body(
    {
      type: fc.constant(10),
      ...described,
      autocomplete: flag,
      max_value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    },
    'type',
    'name',
    'description',
  ),
  body(
    { type: fc.constant(7), ...described, channel_types: fc.subarray([0, 5, 10, 11, 12, 13, 15]) },
    'type',
    'name',
    'description',
  ),
  body(
    { type: fc.constantFrom(5, 6, 8, 9, 11), ...described, required: fc.constant(false) },
    'type',
    'name',
    'description',
  ),
);

const subcommand = body(
  { type: fc.constant(1), ...described, options: list(valueOption, 0, 4) },
  'type',
  'name',
  'description',
);
const group = body(
  { type: fc.constant(2), ...described, options: list(subcommand, 1, 3) },
  'type',
  'name',
  'description',
);

const slashCommand = body(
  {
    type: fc.constantFrom(1, undefined),
    ...described,
    options: fc.oneof(list(valueOption, 0, 8), list(fc.oneof(subcommand, group), 0, 4)),
    dm_permission: flag,
    nsfw: flag,
    contexts: fc.subarray([0, 1, 2], { minLength: 1 }),
    integration_types: fc.subarray([0, 1], { minLength: 1 }),
  },
  'name',
  'description',
);

const contextMenu = body(
  { type: fc.constantFrom(2, 3), name: text(32), description: fc.constant('') },
  'type',
  'name',
);

/** Commands as bots register them, some with errors. */
export const command = fc.oneof(slashCommand, contextMenu);

const textInput = {
  type: fc.constant(4),
  custom_id: customId,
  style: fc.constantFrom(1, 2),
  value: text(200),
  max_length: fc.integer({ min: 1, max: 4000 }),
};
const inRow = body({ ...textInput, label: text(45) }, 'type', 'custom_id', 'style', 'label');
const labelled = fc.oneof(body(textInput, 'type', 'custom_id', 'style'), select);
const inModal = fc.oneof(
  inRow.map((input) => ({ type: 1, components: [input] })),
  body(
    { type: fc.constant(18), label: text(45), description: text(100), component: labelled },
    'type',
    'label',
    'component',
  ),
  display,
);
const modal = body(
  { custom_id: customId, title: text(45), components: list(inModal, 1, 5) },
  'custom_id',
  'title',
  'components',
);
const completion = body({ choices: list(choice(text(100)), 0, 25) }, 'choices');

const answer = (interaction: number, types: readonly number[], data: fc.Arbitrary<unknown>) =>
  fc.record({
    interaction: fc.constant(interaction),
    body: body({ type: fc.constantFrom(...types), data }, 'type', 'data'),
  });

/** Interaction responses with the interaction's type, some with errors. */
export const interactionAnswer = fc.oneof(
  answer(2, [4, 5], message),
  answer(3, [4, 5, 6, 7], message),
  answer(4, [8], completion),
  answer(2, [9], modal),
);
