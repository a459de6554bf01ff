import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../../sandbox/discord/validation/message.ts';
import { embedWithinLimits, withUnknownKeys } from './arbitrary-embed.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

const validate = (embed: unknown) =>
  validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: ['cat.png'] });
const errors = (embed: unknown) => flatErrors(validate(embed));

const field = { name: 'Price', value: '1 ETH' };
const withFields = (count: number) => ({ fields: times(count, () => field) });
const withField = (part: object) => ({ fields: [{ ...field, ...part }] });
const described = (part: object) => ({ description: 'A cat', ...part });
const link = (length: number) => `https://example.com/${chars(length - 20)}`;

describe('an embed', () => {
  holdsLimits(validate, [
    ['a title', { title: chars(256) }, { title: chars(257) }, 'embeds.0.title BASE_TYPE_MAX_LENGTH'],
    [
      'a description',
      { description: chars(4096) },
      { description: chars(4097) },
      'embeds.0.description BASE_TYPE_MAX_LENGTH',
    ],
    ['a number of fields', withFields(25), withFields(26), 'embeds.0.fields BASE_TYPE_MAX_LENGTH'],
    [
      'a field name',
      withField({ name: chars(256) }),
      withField({ name: chars(257) }),
      'embeds.0.fields.0.name BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a field value',
      withField({ value: chars(1024) }),
      withField({ value: chars(1025) }),
      'embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a footer',
      { footer: { text: chars(2048) } },
      { footer: { text: chars(2049) } },
      'embeds.0.footer.text BASE_TYPE_MAX_LENGTH',
    ],
    [
      'an author',
      { author: { name: chars(256) } },
      { author: { name: chars(257) } },
      'embeds.0.author.name BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a colour',
      described({ color: 0xffffff }),
      described({ color: 0x1000000 }),
      'embeds.0.color NUMBER_TYPE_MAX',
    ],
    [
      'a colour downwards',
      described({ color: 0 }),
      described({ color: -1 }),
      'embeds.0.color NUMBER_TYPE_MIN',
    ],
    [
      'a URL',
      described({ url: link(2048) }),
      described({ url: link(2049) }),
      'embeds.0.url BASE_TYPE_MAX_LENGTH',
    ],
  ]);

  it('counts an emoji as one character, as Discord does', () => {
    expect(errors({ title: '😀'.repeat(256) })).toEqual([]);
  });

  it('does not count white space around a text', () => {
    expect(errors({ title: `  ${chars(256)}\n` })).toEqual([]);
  });

  it.each([
    ['an empty field name', withField({ name: '' }), 'embeds.0.fields.0.name'],
    ['an empty field value', withField({ value: '' }), 'embeds.0.fields.0.value'],
    ['a field value of white space', withField({ value: ' \n' }), 'embeds.0.fields.0.value'],
    ['a field without a value', { fields: [{ name: 'Price' }] }, 'embeds.0.fields.0.value'],
    ['a footer without text', described({ footer: {} }), 'embeds.0.footer.text'],
    ['an author without a name', described({ author: { url: 'https://a.b' } }), 'embeds.0.author.name'],
    ['a picture without a URL', described({ image: { url: '' } }), 'embeds.0.image.url'],
    ['an embed with nothing to see', { color: 5, url: 'https://a.b' }, 'embeds.0.description'],
  ])('refuses %s', (_what, embed, path) => {
    expect(errors(embed)).toEqual([`${path} BASE_TYPE_REQUIRED`]);
  });

  it.each(['http://a.b/c', 'https://a.b/c?d=e#f', 'https://127.0.0.1:8080/cat.png'])(
    'takes the URL %s',
    (url) => {
      expect(errors(described({ url, image: { url }, author: { name: 'a', url, icon_url: url } }))).toEqual(
        [],
      );
    },
  );

  it.each([
    ['ipfs://bafy/1.png', 'URL_TYPE_INVALID_SCHEME'],
    ['data:image/png;base64,AAAA', 'URL_TYPE_INVALID_SCHEME'],
    ['javascript:alert(1)', 'URL_TYPE_INVALID_SCHEME'],
    ['cat.png', 'URL_TYPE_INVALID_URL'],
    ['https://', 'URL_TYPE_INVALID_URL'],
    ['https:/a.b', 'URL_TYPE_INVALID_URL'],
    ['https://a.b/my cat.png', 'URL_TYPE_INVALID_URL'],
  ])('refuses the URL %s', (url, code) => {
    const parts = { url, image: { url }, thumbnail: { url }, footer: { text: 'a', icon_url: url } };
    expect(errors(described(parts))).toEqual([
      `embeds.0.url ${code}`,
      `embeds.0.image.url ${code}`,
      `embeds.0.thumbnail.url ${code}`,
      `embeds.0.footer.icon_url ${code}`,
    ]);
  });

  it('accepts attachment:// for pictures only, and only for uploaded files', () => {
    const sent = 'attachment://cat.png';
    expect(errors({ image: { url: sent }, author: { name: 'a', icon_url: sent } })).toEqual([]);
    expect(errors(described({ url: sent }))).toEqual(['embeds.0.url URL_TYPE_INVALID_SCHEME']);
    expect(errors({ image: { url: 'attachment://dog.png' } })).toEqual([
      'embeds.0.image.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ]);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T23:59:59',
    '2026-11-21T08:00:00Z',
    '2026-11-21T08:00:00.123+02:00',
    '2028-02-29T00:00:00.000Z',
  ])('takes the timestamp %s', (timestamp) => {
    expect(errors(described({ timestamp }))).toEqual([]);
  });

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-11-21T24:00',
    '2026-11-21T23:60',
    '2026-11-21T23:59:60',
    '2026-13-01T00:00:00Z',
    '2026-11-21T25:00:00Z',
    '',
    1795248000,
  ])('refuses the timestamp %s', (timestamp) => {
    expect(errors(described({ timestamp }))).toEqual(['embeds.0.timestamp DATE_TIME_TYPE_PARSE']);
  });

  it('reports all errors at once, each at its path', () => {
    expect(errors({ title: 5, color: 'red', fields: [field, { name: '', value: chars(1025) }, 7] })).toEqual([
      'embeds.0.title STRING_TYPE_CONVERT',
      'embeds.0.color NUMBER_TYPE_COERCE',
      'embeds.0.fields.1.name BASE_TYPE_REQUIRED',
      'embeds.0.fields.1.value BASE_TYPE_MAX_LENGTH',
      'embeds.0.fields.2 MODEL_TYPE_CONVERT',
    ]);
  });

  it('uses Discord’s messages', () => {
    expect(validate({ title: chars(257) })).toEqual({
      embeds: {
        0: {
          title: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 256 or fewer in length.' }] },
        },
      },
    });
  });

  it('is accepted with anything within the limits, and unknown keys anywhere', () => {
    fc.assert(
      fc.property(embedWithinLimits, fc.string(), (embed, seed) => {
        expect(errors(embed)).toEqual([]);
        expect(errors(withUnknownKeys(embed, seed))).toEqual([]);
      }),
    );
  });

  it('is refused in the same way with unknown keys as without them', () => {
    const broken = {
      title: chars(257),
      url: 'ipfs://a',
      footer: { text: '' },
      fields: [{ name: '', value: 'a' }],
    };
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(validate(withUnknownKeys(broken, seed))).toEqual(validate(broken));
      }),
    );
  });
});

describe('the embeds of a message', () => {
  const message = (...embeds: unknown[]) =>
    validateMessage({ embeds }, { operation: 'create', fileNames: [] });

  /** Every text that Discord counts, `title` characters more than 5,000. */
  const counted = (title: number) => [
    { title: chars(title), description: chars(3000) },
    { author: { name: chars(200) }, footer: { text: chars(1500) } },
    { fields: [{ name: chars(50), value: chars(250) }], url: `https://a.b/${chars(500)}` },
  ];

  holdsLimits(
    (embeds) => message(...(Array.isArray(embeds) ? embeds : [])),
    [
      [
        'ten',
        times(10, () => ({ title: 'a' })),
        times(11, () => ({ title: 'a' })),
        'embeds BASE_TYPE_MAX_LENGTH',
      ],
      [
        '6,000 characters together',
        [...counted(256), { title: chars(256) }, { title: chars(256) }, { title: chars(232) }],
        [...counted(256), { title: chars(256) }, { title: chars(256) }, { title: chars(233) }],
        'embeds MAX_EMBED_SIZE_EXCEEDED',
      ],
    ],
  );

  it('does not count white space around texts', () => {
    expect(message({ description: `${chars(4000)} ` }, { description: `\n${chars(2000)}` })).toBeNull();
  });
});
