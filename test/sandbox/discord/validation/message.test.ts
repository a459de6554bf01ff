import { describe, expect, it } from 'vitest';
import { isEmptyMessage, validateMessage } from '../../../../sandbox/discord/validation/message.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const FILES = ['cat.png', 'dog.png'];
const created = (body: unknown) => validateMessage(body, { operation: 'create', fileNames: FILES });
const edited = (body: unknown) => validateMessage(body, { operation: 'edit', fileNames: FILES });
const errors = (body: unknown) => flatErrors(created(body));

const sent = (part: object) => ({ content: 'Sold!', ...part });

describe('a message', () => {
  holdsLimits(created, [
    ['content', { content: chars(2000) }, { content: chars(2001) }, 'content BASE_TYPE_MAX_LENGTH'],
    ['a nonce', sent({ nonce: chars(25) }), sent({ nonce: chars(26) }), 'nonce NONCE_TYPE_TOO_LONG'],
    ['a numeric nonce', sent({ nonce: 2 ** 63 }), sent({ nonce: 2 ** 64 }), 'nonce NONCE_TYPE_OUT_OF_BOUNDS'],
    [
      'stickers',
      sent({ sticker_ids: ['1', '2', '3'] }),
      sent({ sticker_ids: ['1', '2', '3', '4'] }),
      'sticker_ids BASE_TYPE_MAX_LENGTH',
    ],
    [
      'attachments’ descriptions',
      sent({ attachments: [{ id: '1', description: chars(1024) }] }),
      sent({ attachments: [{ id: '1', description: chars(1025) }] }),
      'attachments.0.description BASE_TYPE_MAX_LENGTH',
    ],
    [
      'attachments',
      sent({ attachments: times(10, () => ({ id: '1' })) }),
      sent({ attachments: times(11, () => ({ id: '1' })) }),
      'attachments BASE_TYPE_MAX_LENGTH',
    ],
    [
      'attachments’ names',
      sent({ attachments: [{ id: '1', filename: chars(1024) }] }),
      sent({ attachments: [{ id: '1', filename: chars(1025) }] }),
      'attachments.0.filename BASE_TYPE_BAD_LENGTH',
    ],
    [
      'attachments’ names downwards',
      sent({ attachments: [{ id: '1', filename: 'a' }] }),
      sent({ attachments: [{ id: '1', filename: '' }] }),
      'attachments.0.filename BASE_TYPE_BAD_LENGTH',
    ],
    [
      'flags of 31 bits',
      sent({ flags: 2 ** 15 - 1 + 2 ** 30 }),
      sent({ flags: 2 ** 31 }),
      'flags NUMBER_TYPE_MAX',
    ],
    ['flags', sent({ flags: 0 }), sent({ flags: -1 }), 'flags NUMBER_TYPE_MIN'],
  ]);

  it('counts content in code points, as Discord’s API does', () => {
    expect(errors({ content: '😀'.repeat(2000) })).toEqual([]);
    expect(errors({ content: '😀'.repeat(2001) })).toEqual(['content BASE_TYPE_MAX_LENGTH']);
  });

  it('accepts null for every field, as if it were absent', () => {
    const fields = [
      'content',
      'embeds',
      'components',
      'allowed_mentions',
      'attachments',
      'flags',
      'nonce',
      'tts',
    ];
    expect(errors(Object.fromEntries(fields.map((field) => [field, null])))).toEqual([]);
  });

  it('accepts what discord.js sends', () => {
    const body = {
      content: 'Sold!',
      tts: false,
      nonce: '1234567890123456789',
      enforce_nonce: true,
      embeds: [{ title: 'Cat #1', image: { url: 'attachment://cat.png' } }],
      components: [],
      allowed_mentions: { parse: [] },
      attachments: [{ id: '0', filename: 'cat.png' }],
      flags: 4096,
      message_reference: { message_id: '1', fail_if_not_exists: true },
    };
    expect(errors(body)).toEqual([]);
  });

  it.each([
    [{ content: 5 }, 'content STRING_TYPE_CONVERT'],
    [{ embeds: {} }, 'embeds LIST_TYPE_CONVERT'],
    [{ embeds: [null] }, 'embeds.0 MODEL_TYPE_CONVERT'],
    [{ nonce: 1.5 }, 'nonce NONCE_TYPE_INVALID_TYPE'],
    [{ nonce: {} }, 'nonce NONCE_TYPE_INVALID_TYPE'],
    [{ enforce_nonce: 'yes' }, 'enforce_nonce BOOLEAN_TYPE_CONVERT'],
    [{ tts: 1 }, 'tts BOOLEAN_TYPE_CONVERT'],
    [{ flags: '64' }, 'flags NUMBER_TYPE_COERCE'],
    [{ message_reference: {} }, 'message_reference.message_id BASE_TYPE_REQUIRED'],
    [{ sticker_ids: ['cat'] }, 'sticker_ids.0 NUMBER_TYPE_COERCE'],
    [{ attachments: [{ id: '2' }] }, 'attachments.0.id ATTACHMENT_NOT_FOUND'],
    [[], 'MODEL_TYPE_CONVERT'],
    ['hello', 'MODEL_TYPE_CONVERT'],
  ])('refuses %j', (body, error) => {
    expect(errors(body)).toEqual([error]);
  });

  it('keeps attachments of any id on an edit', () => {
    expect(edited({ attachments: [{ id: '1234567890' }] })).toBeNull();
  });

  it('knows a file by its attachment’s name', () => {
    const renamed = { attachments: [{ id: 0, filename: 'lion.png' }] };
    expect(errors({ ...renamed, embeds: [{ image: { url: 'attachment://lion.png' } }] })).toEqual([]);
  });

  it('reports each part’s errors under its own path', () => {
    const body = {
      content: chars(2001),
      embeds: [{}],
      components: [{ type: 1 }],
      allowed_mentions: { parse: 'all' },
    };
    expect(errors(body)).toEqual([
      'content BASE_TYPE_MAX_LENGTH',
      'embeds.0.description BASE_TYPE_REQUIRED',
      'allowed_mentions.parse LIST_TYPE_CONVERT',
      'components.0.components BASE_TYPE_REQUIRED',
    ]);
  });

  it('accepts keys that are special in JavaScript', () => {
    expect(errors(JSON.parse('{"__proto__":{"content":5},"constructor":1,"content":"a"}'))).toEqual([]);
  });
});

describe('a poll', () => {
  const asked = (part: object = {}) => ({
    question: { text: 'Which cat?' },
    answers: [{ poll_media: { text: 'This one' } }],
    ...part,
  });
  const answers = (count: number, length = 5) =>
    times(count, () => ({ poll_media: { text: chars(length) } }));

  holdsLimits(
    (poll) => created({ poll }),
    [
      [
        'a question',
        asked({ question: { text: chars(300) } }),
        asked({ question: { text: chars(301) } }),
        'poll.question.text BASE_TYPE_MAX_LENGTH',
      ],
      [
        'answers',
        asked({ answers: answers(10) }),
        asked({ answers: answers(11) }),
        'poll.answers BASE_TYPE_BAD_LENGTH',
      ],
      [
        'one answer',
        asked({ answers: answers(1) }),
        asked({ answers: [] }),
        'poll.answers BASE_TYPE_BAD_LENGTH',
      ],
      [
        'an answer',
        asked({ answers: answers(1, 55) }),
        asked({ answers: answers(1, 56) }),
        'poll.answers.0.poll_media.text BASE_TYPE_MAX_LENGTH',
      ],
      ['layouts', asked({ layout_type: 1 }), asked({ layout_type: 2 }), 'poll.layout_type BASE_TYPE_CHOICES'],
      ['hours', asked({ duration: 768 }), asked({ duration: 769 }), 'poll.duration NUMBER_TYPE_MAX'],
      ['one hour', asked({ duration: 1 }), asked({ duration: 0 }), 'poll.duration NUMBER_TYPE_MIN'],
    ],
  );

  it('is ignored by an edit', () => {
    expect(edited({ poll: 5 })).toBeNull();
  });
});

describe('an empty message', () => {
  it.each([
    [{}],
    [{ content: '' }],
    [{ content: ' \n ' }],
    [{ embeds: [], components: [], sticker_ids: [] }],
    [{ tts: false, flags: 64 }],
    [null],
  ])('is %j', (body) => {
    expect(isEmptyMessage(body, [])).toBe(true);
  });

  it.each([
    [{ content: 'a' }],
    [{ embeds: [{}] }],
    [{ components: [{ type: 1 }] }],
    [{ sticker_ids: ['1'] }],
    [{ poll: {} }],
    [{ message_reference: { type: 1, message_id: '1' } }],
  ])('is not %j', (body) => {
    expect(isEmptyMessage(body, [])).toBe(false);
  });

  it('is none with a file', () => {
    expect(isEmptyMessage({}, ['cat.png'])).toBe(false);
  });
});

describe('allowed mentions', () => {
  const mentions = (allowed: unknown) => created(sent({ allowed_mentions: allowed }));
  const ids = (count: number) => times(count, String);

  holdsLimits(mentions, [
    ['users', { users: ids(100) }, { users: ids(101) }, 'allowed_mentions.users BASE_TYPE_MAX_LENGTH'],
    ['roles', { roles: ids(100) }, { roles: ids(101) }, 'allowed_mentions.roles BASE_TYPE_MAX_LENGTH'],
  ]);

  it.each([
    [{ parse: [] }],
    [{ parse: ['users', 'roles', 'everyone'], replied_user: false }],
    [{ parse: ['everyone'], users: ['1'], roles: ['2'] }],
    [{ parse: ['users'], users: [] }],
  ])('are accepted as %j', (allowed) => {
    expect(mentions(allowed)).toBeNull();
  });

  it.each([
    [{ parse: ['here'] }, 'allowed_mentions.parse.0 BASE_TYPE_CHOICES'],
    [{ parse: ['users', 'users'] }, 'allowed_mentions.parse.1 SET_TYPE_ALREADY_CONTAINS_VALUE'],
    [{ users: ['1', '1'] }, 'allowed_mentions.users.1 SET_TYPE_ALREADY_CONTAINS_VALUE'],
    [{ roles: ['@everyone'] }, 'allowed_mentions.roles.0 NUMBER_TYPE_COERCE'],
    [{ replied_user: 'no' }, 'allowed_mentions.replied_user BOOLEAN_TYPE_CONVERT'],
    [{ parse: ['users'], users: ['1'] }, 'allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'],
    [{ parse: ['roles'], roles: ['1'] }, 'allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'],
  ])('are refused as %j', (allowed, error) => {
    expect(flatErrors(mentions(allowed))).toEqual([error]);
  });
});
