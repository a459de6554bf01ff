import { describe, expect, it } from 'vitest';
import { validateInteractionResponse } from '../../../../sandbox/discord/validation/interaction-response.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const [PING, COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT] = [1, 2, 3, 4, 5] as const;

const modal = {
  custom_id: 'offer',
  title: 'Offer',
  components: [{ type: 18, label: 'Price', component: { type: 4, custom_id: 'price', style: 1 } }],
};

const DATA: Readonly<Record<number, unknown>> = {
  4: { content: 'a' },
  7: { content: 'a' },
  8: { choices: [] },
  9: modal,
};

const suits = (type: number, interaction: number) =>
  validateInteractionResponse({ type, data: DATA[type] }, interaction) === null;

describe('an answer to an interaction', () => {
  it.each([
    ['a ping', PING, [1]],
    ['a command', COMMAND, [4, 5, 9]],
    ['a component', COMPONENT, [4, 5, 6, 7, 9]],
    ['autocomplete', AUTOCOMPLETE, [8]],
    ['a submitted modal', SUBMIT, [4, 5, 6, 7]],
  ])('to %s is of the types that suit it', (_what, interaction, types) => {
    expect(times(14, (type) => type).filter((type) => suits(type, interaction))).toEqual(types);
  });

  it.each([[{}], [{ type: null }]])('without a type is refused as %j', (body) => {
    expect(flatErrors(validateInteractionResponse(body, COMMAND))).toEqual(['type BASE_TYPE_REQUIRED']);
  });

  it('of an unsuitable type is refused at its type', () => {
    expect(flatErrors(validateInteractionResponse({ type: 8, data: { choices: [] } }, COMMAND))).toEqual([
      'type BASE_TYPE_CHOICES',
    ]);
  });

  it('that is no object is refused', () => {
    expect(flatErrors(validateInteractionResponse('hello', COMMAND))).toEqual(['MODEL_TYPE_CONVERT']);
  });

  it('with a message has the limits of messages, under `data`', () => {
    for (const type of [4, 7]) {
      const body = { type, data: { content: chars(2001), embeds: [{ title: chars(257) }], flags: 64 } };
      expect(flatErrors(validateInteractionResponse(body, COMPONENT))).toEqual([
        'data.content BASE_TYPE_MAX_LENGTH',
        'data.embeds.0.title BASE_TYPE_MAX_LENGTH',
      ]);
    }
  });

  it('may show uploaded files', () => {
    const body = { type: 4, data: { embeds: [{ image: { url: 'attachment://cat.png' } }] } };
    expect(validateInteractionResponse(body, COMMAND, ['cat.png'])).toBeNull();
    expect(flatErrors(validateInteractionResponse(body, COMMAND))).toEqual([
      'data.embeds.0.image.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ]);
  });

  it('that defers needs no data', () => {
    expect(validateInteractionResponse({ type: 5 }, COMMAND)).toBeNull();
    expect(validateInteractionResponse({ type: 5, data: { flags: 64 } }, COMMAND)).toBeNull();
    expect(validateInteractionResponse({ type: 6 }, COMPONENT)).toBeNull();
  });
});

describe('autocomplete', () => {
  const completed = (choices: unknown) =>
    validateInteractionResponse({ type: 8, data: { choices } }, AUTOCOMPLETE);
  const one = (part: object) => [{ name: 'Cats', value: 'cats', ...part }];

  holdsLimits(completed, [
    [
      'choices',
      times(25, () => one({})[0]),
      times(26, () => one({})[0]),
      'data.choices BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a name',
      one({ name: chars(100) }),
      one({ name: chars(101) }),
      'data.choices.0.name BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a value',
      one({ value: chars(100) }),
      one({ value: chars(101) }),
      'data.choices.0.value BASE_TYPE_BAD_LENGTH',
    ],
  ]);

  it('takes numbers as values', () => {
    expect(completed([...one({ value: 7 }), ...one({ value: 0.5 })])).toBeNull();
  });

  it('accepts values of one type only', () => {
    expect(flatErrors(completed([...one({ value: 7 }), ...one({ value: 'cats' })]))).toEqual([
      'data.choices.1.value NUMBER_TYPE_COERCE',
    ]);
    expect(flatErrors(completed([...one({ value: 'cats' }), ...one({ value: 7 })]))).toEqual([
      'data.choices.1.value STRING_TYPE_CONVERT',
    ]);
  });

  it.each([
    [one({ name: '' }), 'data.choices.0.name BASE_TYPE_REQUIRED'],
    [one({ value: undefined }), 'data.choices.0.value BASE_TYPE_REQUIRED'],
    [one({ value: true }), 'data.choices.0.value STRING_TYPE_CONVERT'],
    ['cats', 'data.choices LIST_TYPE_CONVERT'],
  ])('is refused as %j', (choices, error) => {
    expect(flatErrors(completed(choices))).toEqual([error]);
  });

  it('needs its data', () => {
    expect(flatErrors(validateInteractionResponse({ type: 8 }, AUTOCOMPLETE))).toEqual([
      'data BASE_TYPE_REQUIRED',
    ]);
  });
});
