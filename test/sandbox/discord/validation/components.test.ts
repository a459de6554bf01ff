import { describe, expect, it } from 'vitest';
import { button, buttons, inRow, link, option, row, rows, select } from './component-builders.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const AT = 'components.0.components.0';

describe('action rows', () => {
  const full = (index: number) => row(...buttons(5, index * 5));

  holdsLimits(rows, [
    ['rows', times(5, full), times(6, full), 'components BASE_TYPE_MAX_LENGTH'],
    [
      'buttons in a row',
      [row(...buttons(5))],
      [row(...buttons(6))],
      'components.0.components BASE_TYPE_BAD_LENGTH',
    ],
    ['a row of at least one', [row(button())], [row()], 'components.0.components BASE_TYPE_BAD_LENGTH'],
    [
      'a select alone in its row',
      [row(select())],
      [row(select(), button())],
      'components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    [
      'a button beside buttons only',
      [row(button())],
      [row(button(), select())],
      'components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
  ]);

  it('refuse a component outside a row, and nested rows', () => {
    expect(flatErrors(rows([button()]))).toEqual(['components.0 UNION_TYPE_CHOICES']);
    expect(flatErrors(rows([row(row(button()))]))).toEqual([`${AT} UNION_TYPE_CHOICES`]);
  });

  it('refuse a component without a type', () => {
    expect(flatErrors(rows([row({ custom_id: 'a' })]))).toEqual([`${AT}.type BASE_TYPE_REQUIRED`]);
  });

  it('refuse a text input, which is only allowed in modals', () => {
    expect(flatErrors(inRow({ type: 4, custom_id: 'a', label: 'a', style: 1 }))).toEqual([
      `${AT} UNION_TYPE_CHOICES`,
    ]);
  });

  it('refuse a custom_id that another component of the message has, in any row', () => {
    expect(flatErrors(rows([row(button()), row(select({ custom_id: 'next' }))]))).toEqual([
      'components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ]);
  });
});

describe('a button', () => {
  it.each([1, 2, 3, 4])('of style %i needs a custom_id', (style) => {
    expect(inRow(button({ style }))).toBeNull();
  });

  it('is refused in Discord’s words where only rows are allowed', () => {
    const message = 'Value of field "type" must be one of (1,).';
    expect(rows([button()])).toEqual({
      components: { 0: { _errors: [{ code: 'UNION_TYPE_CHOICES', message }] } },
    });
  });

  holdsLimits(inRow, [
    ['an id', button({ id: 2 ** 31 - 1 }), button({ id: 2 ** 31 }), `${AT}.id NUMBER_TYPE_MAX`],
    ['an id downwards', button({ id: 0 }), button({ id: -1 }), `${AT}.id NUMBER_TYPE_MIN`],
    [
      'an emoji’s name',
      button({ emoji: { id: '1', name: chars(32) } }),
      button({ emoji: { id: '1', name: chars(33) } }),
      `${AT}.emoji.name BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'a label',
      button({ label: chars(80) }),
      button({ label: chars(81) }),
      `${AT}.label BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'a custom_id',
      button({ custom_id: chars(100) }),
      button({ custom_id: chars(101) }),
      `${AT}.custom_id BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a URL',
      link({ url: `https://a.b/${chars(500)}` }),
      link({ url: `https://a.b/${chars(501)}` }),
      `${AT}.url BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'styles upwards',
      { type: 2, style: 6, sku_id: '1' },
      button({ style: 7 }),
      `${AT}.style BASE_TYPE_CHOICES`,
    ],
    ['styles downwards', button({ style: 1 }), button({ style: 0 }), `${AT}.style BASE_TYPE_CHOICES`],
  ]);

  it.each([
    [link()],
    [link({ url: 'discord://-/channels/1' })],
    [button({ label: undefined, emoji: { name: '⬅️' } })],
    [button({ label: undefined, emoji: { name: '⏮' } })],
    [button({ emoji: { id: '12345', name: 'gavel', animated: false } })],
    [button({ disabled: true, id: 7 })],
  ])('is taken as %j', (component) => {
    expect(inRow(component)).toBeNull();
  });

  it.each<[component: object, ...errors: string[]]>([
    [button({ custom_id: undefined }), 'custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED'],
    [
      button({ custom_id: undefined, url: 'https://a.b' }),
      'url BUTTON_COMPONENT_URL_INVALID',
      'custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
    ],
    [button({ style: undefined }), 'style BASE_TYPE_REQUIRED'],
    [button({ label: undefined }), 'label BUTTON_COMPONENT_LABEL_REQUIRED'],
    [button({ label: '' }), 'label BUTTON_COMPONENT_LABEL_REQUIRED'],
    [button({ emoji: { name: 'x' } }), 'emoji.name BUTTON_COMPONENT_INVALID_EMOJI'],
    [button({ emoji: { name: '5' } }), 'emoji.name BUTTON_COMPONENT_INVALID_EMOJI'],
    [button({ emoji: {} }), 'emoji.name BUTTON_COMPONENT_INVALID_EMOJI'],
    [button({ sku_id: '1' }), 'sku_id BUTTON_COMPONENT_SKU_ID_INVALID'],
    [link({ url: undefined }), 'url BUTTON_COMPONENT_URL_REQUIRED'],
    [link({ url: 'steam://connect/1' }), 'url URL_TYPE_INVALID_SCHEME'],
    [link({ url: 'example.com' }), 'url URL_TYPE_INVALID_URL'],
    [
      link({ url: undefined, custom_id: 'a' }),
      'custom_id BUTTON_COMPONENT_CUSTOM_ID_INVALID',
      'url BUTTON_COMPONENT_URL_REQUIRED',
    ],
    [{ type: 2, style: 6 }, 'sku_id BUTTON_COMPONENT_SKU_ID_REQUIRED'],
    [{ type: 2, style: 6, sku_id: '1', label: 'a' }, 'label BUTTON_COMPONENT_PREMIUM_INVALID'],
  ])('is refused as %j', (component, ...expected) => {
    expect(flatErrors(inRow(component)).toSorted()).toEqual(
      expected.map((error) => `${AT}.${error}`).toSorted(),
    );
  });

  it('has a custom_id or a URL, never both', () => {
    const both = 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE';
    for (const component of [button({ url: 'https://a.b' }), link({ custom_id: 'a' })]) {
      expect(flatErrors(inRow(component))).toEqual([`${AT}.custom_id ${both}`, `${AT}.url ${both}`]);
    }
  });
});

describe('a select', () => {
  const options = (count: number) => times(count, (index) => option({ value: `v${index}` }));
  const withOption = (part: object) => select({ options: [option(part)] });

  holdsLimits(inRow, [
    [
      'options',
      select({ options: options(25) }),
      select({ options: options(26) }),
      `${AT}.options BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'one option',
      select({ options: options(1) }),
      select({ options: [] }),
      `${AT}.options BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a label',
      withOption({ label: chars(100) }),
      withOption({ label: chars(101) }),
      `${AT}.options.0.label BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a value',
      withOption({ value: chars(100) }),
      withOption({ value: chars(101) }),
      `${AT}.options.0.value BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a description',
      withOption({ description: chars(100) }),
      withOption({ description: chars(101) }),
      `${AT}.options.0.description BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'a placeholder',
      select({ placeholder: chars(150) }),
      select({ placeholder: chars(151) }),
      `${AT}.placeholder BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'max_values',
      { type: 5, custom_id: 'a', max_values: 25 },
      { type: 5, custom_id: 'a', max_values: 26 },
      `${AT}.max_values NUMBER_TYPE_MAX`,
    ],
    [
      'max_values downwards',
      select({ max_values: 1 }),
      select({ min_values: 0, max_values: 0 }),
      `${AT}.max_values NUMBER_TYPE_MIN`,
    ],
    ['min_values', select({ min_values: 0 }), select({ min_values: -1 }), `${AT}.min_values NUMBER_TYPE_MIN`],
    [
      'max_values as many as options',
      select({ options: options(3), max_values: 3 }),
      select({ options: options(3), max_values: 4 }),
      `${AT}.options BASE_TYPE_MIN_LENGTH`,
    ],
    [
      'min_values up to max_values',
      select({ options: options(3), min_values: 2, max_values: 2 }),
      select({ options: options(3), min_values: 2 }),
      `${AT}.min_values NUMBER_TYPE_MAX`,
    ],
    [
      'defaults up to max_values',
      select({ options: [option({ default: true })] }),
      select({ options: [option({ default: true }), option({ value: 'b', default: true })] }),
      `${AT}.options SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES`,
    ],
  ]);

  it('refuses a value that is used twice', () => {
    expect(flatErrors(inRow(select({ options: [option(), option({ label: 'Dogs' })] })))).toEqual([
      `${AT}.options.1 SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
    ]);
  });

  it('always has a custom_id, and options if it is of strings', () => {
    expect(flatErrors(inRow({ type: 3 }))).toEqual([
      `${AT}.custom_id BASE_TYPE_REQUIRED`,
      `${AT}.options BASE_TYPE_REQUIRED`,
    ]);
    expect(flatErrors(inRow({ type: 8 }))).toEqual([`${AT}.custom_id BASE_TYPE_REQUIRED`]);
  });

  it('of channels, users, roles or both takes defaults of its own kind', () => {
    const auto = (type: number, kind: string) =>
      inRow({ type, custom_id: 'a', default_values: [{ id: '1', type: kind }] });
    expect([auto(5, 'user'), auto(6, 'role'), auto(7, 'user'), auto(7, 'role'), auto(8, 'channel')]).toEqual(
      times(5, () => null),
    );
    expect(flatErrors(auto(5, 'role'))).toEqual([`${AT}.default_values.0.type BASE_TYPE_CHOICES`]);
  });

  it('of channels knows the kinds of channels', () => {
    const channels = (...kinds: number[]) => inRow({ type: 8, custom_id: 'a', channel_types: kinds });
    expect(channels(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)).toBeNull();
    expect(flatErrors(channels(17))).toEqual([`${AT}.channel_types.0 BASE_TYPE_CHOICES`]);
    expect(flatErrors(channels(0, 9))).toEqual([`${AT}.channel_types.1 BASE_TYPE_CHOICES`]);
  });
});
