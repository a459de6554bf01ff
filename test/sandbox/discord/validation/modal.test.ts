import { describe, expect, it } from 'vitest';
import { validateInteractionResponse } from '../../../../sandbox/discord/validation/interaction-response.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const COMMAND = 2;

const label = (component: unknown, part: object = {}) => ({ type: 18, label: 'Price', component, ...part });
const input = (part: object = {}) => ({ type: 4, custom_id: 'price', style: 1, ...part });
const modal = (part: object = {}) => ({
  custom_id: 'offer',
  title: 'Offer',
  components: [label(input())],
  ...part,
});

describe('a modal', () => {
  const opened = (data: unknown) => validateInteractionResponse({ type: 9, data }, COMMAND);
  const holding = (...components: unknown[]) => opened(modal({ components }));
  const labelled = (component: unknown) => holding(label(component));
  const inputs = (count: number) => times(count, (index) => label(input({ custom_id: `input-${index}` })));
  const row = (...components: unknown[]) => ({ type: 1, components });
  const options = (count: number, part: (index: number) => object = () => ({})) =>
    times(count, (index) => ({ label: 'a', value: `v${index}`, ...part(index) }));
  const radio = (count: number, part?: (index: number) => object) => ({
    type: 21,
    custom_id: 'a',
    options: options(count, part),
  });
  const upload = (part: object) => ({ type: 19, custom_id: 'a', ...part });

  holdsLimits(opened, [
    [
      'a custom_id',
      modal({ custom_id: chars(100) }),
      modal({ custom_id: chars(101) }),
      'data.custom_id BASE_TYPE_BAD_LENGTH',
    ],
    ['a title', modal({ title: chars(45) }), modal({ title: chars(46) }), 'data.title BASE_TYPE_BAD_LENGTH'],
    [
      'components',
      modal({ components: inputs(5) }),
      modal({ components: inputs(6) }),
      'data.components BASE_TYPE_BAD_LENGTH',
    ],
    [
      'one component',
      modal({ components: inputs(1) }),
      modal({ components: [] }),
      'data.components BASE_TYPE_BAD_LENGTH',
    ],
  ]);

  const AT = 'data.components.0';
  holdsLimits(holding, [
    [
      'a label',
      label(input(), { label: chars(45) }),
      label(input(), { label: chars(46) }),
      `${AT}.label BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a description',
      label(input(), { description: chars(100) }),
      label(input(), { description: chars(101) }),
      `${AT}.description BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'one text input a row',
      row(input({ label: 'a' })),
      row(input({ label: 'a' }), input({ label: 'b', custom_id: 'b' })),
      `${AT}.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED`,
    ],
  ]);
  holdsLimits(labelled, [
    [
      'a value of a choice',
      radio(2, (index) => ({ value: `${index}${chars(99)}` })),
      radio(2, (index) => ({ value: `${index}${chars(100)}` })),
      ...times(2, (index) => `${AT}.component.options.${index}.value BASE_TYPE_BAD_LENGTH`),
    ],
    [
      'a label of a choice',
      radio(2, () => ({ label: chars(100) })),
      radio(2, () => ({ label: chars(101) })),
      ...times(2, (index) => `${AT}.component.options.${index}.label BASE_TYPE_BAD_LENGTH`),
    ],
    [
      'a description of a choice',
      radio(2, () => ({ description: chars(100) })),
      radio(2, () => ({ description: chars(101) })),
      ...times(2, (index) => `${AT}.component.options.${index}.description BASE_TYPE_MAX_LENGTH`),
    ],
    [
      'files',
      upload({ max_values: 10 }),
      upload({ max_values: 11 }),
      `${AT}.component.max_values NUMBER_TYPE_MAX`,
    ],
    [
      'files asked for',
      upload({ min_values: 10, max_values: 10 }),
      upload({ min_values: 11, max_values: 10 }),
      `${AT}.component.min_values NUMBER_TYPE_MAX`,
    ],
    [
      'max_length downwards',
      input({ max_length: 1 }),
      input({ max_length: 0 }),
      `${AT}.component.max_length NUMBER_TYPE_MIN`,
    ],
    [
      'a label of its own',
      input({ label: chars(45) }),
      input({ label: chars(46) }),
      `${AT}.component.label BASE_TYPE_BAD_LENGTH`,
    ],
    [
      'a value',
      input({ value: chars(4000) }),
      input({ value: chars(4001) }),
      `${AT}.component.value BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'a placeholder',
      input({ placeholder: chars(100) }),
      input({ placeholder: chars(101) }),
      `${AT}.component.placeholder BASE_TYPE_MAX_LENGTH`,
    ],
    [
      'max_length',
      input({ max_length: 4000 }),
      input({ max_length: 4001 }),
      `${AT}.component.max_length NUMBER_TYPE_MAX`,
    ],
    [
      'min_length',
      input({ min_length: 0 }),
      input({ min_length: -1 }),
      `${AT}.component.min_length NUMBER_TYPE_MIN`,
    ],
    [
      'min_length up to max_length',
      input({ min_length: 3, max_length: 3 }),
      input({ min_length: 4, max_length: 3 }),
      `${AT}.component.min_length NUMBER_TYPE_MAX`,
    ],
    ['radio buttons', radio(10), radio(11), `${AT}.component.options BASE_TYPE_BAD_LENGTH`],
    ['radio buttons downwards', radio(2), radio(1), `${AT}.component.options BASE_TYPE_BAD_LENGTH`],
  ]);

  it('takes texts, rows of a text input and labels of every kind', () => {
    const select = { type: 3, custom_id: 'kind', options: options(2), required: true };
    const parts = [{ type: 10, content: 'Hello' }, row(input({ label: 'a' })), label(select)];
    expect(holding(...parts)).toBeNull();
    for (const type of [5, 6, 7, 8, 19, 23]) expect(labelled({ type, custom_id: 'a' })).toBeNull();
    expect(labelled({ type: 22, custom_id: 'a', options: options(1), max_values: 1 })).toBeNull();
  });

  it.each([
    [{ type: 2, style: 1, custom_id: 'a', label: 'a' }, 'UNION_TYPE_CHOICES'],
    [row(input()), 'components.0.label BASE_TYPE_REQUIRED'],
    [row({ type: 2, style: 1, custom_id: 'a', label: 'a' }), 'components.0 UNION_TYPE_CHOICES'],
    [label(input({ style: 3 })), 'component.style BASE_TYPE_CHOICES'],
    [label(undefined), 'component BASE_TYPE_REQUIRED'],
    [label({ type: 5, custom_id: 'a', disabled: true }), 'component.disabled BASE_TYPE_CHOICES'],
  ])('refuses %j', (component, error) => {
    expect(flatErrors(holding(component))).toEqual([
      error.includes(' ') ? `${AT}.${error}` : `${AT} ${error}`,
    ]);
  });

  it('refuses a custom_id that is used twice', () => {
    expect(flatErrors(holding(label(input()), row(input({ label: 'a' }))))).toEqual([
      'data.components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ]);
  });

  it('needs its data', () => {
    expect(flatErrors(opened(undefined))).toEqual(['data BASE_TYPE_REQUIRED']);
    expect(flatErrors(opened({}))).toEqual([
      'data.custom_id BASE_TYPE_REQUIRED',
      'data.title BASE_TYPE_REQUIRED',
      'data.components BASE_TYPE_REQUIRED',
    ]);
  });
});
