import { describe, expect, it } from 'vitest';
import { button, link, message, row, select } from './component-builders.ts';
import { chars, flatErrors, holdsLimits, times } from './flat-errors.ts';

describe('Components V2', () => {
  const FLAG = 1 << 15;
  const v2 = (components: unknown, more: object = {}) => message({ flags: FLAG, components, ...more });
  const text = (content = 'A cat') => ({ type: 10, content });
  const container = (...components: unknown[]) => ({ type: 17, accent_color: 0xffffff, components });
  const media = (url: string) => ({ media: { url } });
  const section = (accessory: unknown, count = 1) => ({
    type: 9,
    components: times(count, () => text('a')),
    accessory,
  });
  const gallery = (count: number) => ({ type: 12, items: times(count, () => media('https://a.b/c.png')) });

  holdsLimits(v2, [
    [
      'components in all',
      times(40, () => text()),
      times(41, () => text()),
      'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    ],
    [
      'nested components in all',
      [container(...times(39, () => text()))],
      [container(...times(37, () => text())), section(link())],
      'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    ],
    [
      'text in all',
      [text(chars(3999)), container(text('x'))],
      [text(chars(3999)), container(text('xx'))],
      'components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    ],
    [
      'texts of a section',
      [section(link(), 3)],
      [section(link(), 4)],
      'components.0.components BASE_TYPE_BAD_LENGTH',
    ],
    ['pictures of a gallery', [gallery(10)], [gallery(11)], 'components.0.items BASE_TYPE_BAD_LENGTH'],
    [
      'pictures of a gallery downwards',
      [gallery(1)],
      [gallery(0)],
      'components.0.items BASE_TYPE_BAD_LENGTH',
    ],
    [
      'spacing',
      [{ type: 14, spacing: 1 }],
      [{ type: 14, spacing: 0 }],
      'components.0.spacing BASE_TYPE_CHOICES',
    ],
    [
      'a picture’s URL',
      [{ type: 12, items: [media(`https://a.b/${chars(2036)}`)] }],
      [{ type: 12, items: [media(`https://a.b/${chars(2037)}`)] }],
      'components.0.items.0.media.url BASE_TYPE_MAX_LENGTH',
    ],
    [
      'a picture’s description downwards',
      [{ type: 12, items: [{ ...media('https://a.b'), description: 'x' }] }],
      [{ type: 12, items: [{ ...media('https://a.b'), description: '' }] }],
      'components.0.items.0.description BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a picture’s description',
      [{ type: 12, items: [{ ...media('https://a.b'), description: chars(1024) }] }],
      [{ type: 12, items: [{ ...media('https://a.b'), description: chars(1025) }] }],
      'components.0.items.0.description BASE_TYPE_BAD_LENGTH',
    ],
    [
      'a colour',
      [{ type: 17, accent_color: 0, components: [text()] }],
      [{ type: 17, accent_color: 0x1000000, components: [text()] }],
      'components.0.accent_color NUMBER_TYPE_MAX',
    ],
  ]);

  it('are accepted in every type', () => {
    const all = [
      container(
        text(),
        { type: 14, divider: true, spacing: 2 },
        section({ type: 11, ...media('attachment://cat.png'), description: 'Cat' }),
        gallery(2),
        { type: 13, file: { url: 'attachment://cat.png' } },
        row(button()),
      ),
      row(select()),
    ];
    expect(v2(all)).toBeNull();
  });

  it('are refused without their flag', () => {
    expect(flatErrors(message({ components: [text()] }))).toEqual(['components.0 UNION_TYPE_CHOICES']);
  });

  it.each([
    ['content', ''],
    ['embeds', []],
    ['poll', { question: { text: 'a' }, answers: [{ poll_media: { text: 'a' } }] }],
    ['sticker_ids', []],
  ])('leave no room for %s, but for null', (field, value) => {
    expect(v2([text()], { [field]: null })).toBeNull();
    expect(flatErrors(v2([text()], { [field]: value }))).toEqual([
      `${field} MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2`,
    ]);
  });

  it.each([
    [text(''), 'content BASE_TYPE_REQUIRED'],
    [container(container(text())), 'components.0 UNION_TYPE_CHOICES'],
    [container(), 'components BASE_TYPE_BAD_LENGTH'],
    [{ type: 9, components: [text()] }, 'accessory BASE_TYPE_REQUIRED'],
    [section(text()), 'accessory UNION_TYPE_CHOICES'],
    [section({ type: 11, ...media('ipfs://a') }), 'accessory.media.url URL_TYPE_INVALID_SCHEME'],
    [{ type: 13, file: { url: 'https://a.b/c' } }, 'file.url UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED'],
    [
      { type: 13, file: { url: 'attachment://dog.png' } },
      'file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    ],
    [{ type: 14, spacing: 3 }, 'spacing BASE_TYPE_CHOICES'],
  ])('are refused as %j', (component, error) => {
    expect(flatErrors(v2([component]))).toEqual([`components.0.${error}`]);
  });

  it('refuse a custom_id that is used twice, at any depth', () => {
    expect(flatErrors(v2([container(section(button())), row(button())]))).toEqual([
      'components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ]);
  });
});
