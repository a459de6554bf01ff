import { asList, isRecord } from './checks.ts';

/**
 * discord-api-docs#8554: limit of UTF-8 bytes of text, with an overhead for each text, beyond which Discord
 * answers 500.
 */
const MAX_TEXT_BYTES = 10_170;
const OVERHEAD_BYTES_PER_TEXT = 12;
/**
 * Limit of pictures and files in total; the documented limits allow as many galleries of ten as there are
 * components.
 */
const MAX_MEDIA = 64;
const TEXT_DISPLAY = 10;

interface ComponentSize {
  readonly textBytes: number;
  readonly media: number;
}

const sum = (weights: readonly ComponentSize[]): ComponentSize => ({
  textBytes: weights.reduce((total, { textBytes }) => total + textBytes, 0),
  media: weights.reduce((total, { media }) => total + media, 0),
});

function measure(component: unknown): ComponentSize {
  if (!isRecord(component)) return { textBytes: 0, media: 0 };
  const { type, content, media, items, file } = component;
  const isText = type === TEXT_DISPLAY && typeof content === 'string';
  const own = {
    textBytes: isText ? Buffer.byteLength(content, 'utf8') + OVERHEAD_BYTES_PER_TEXT : 0,
    media: asList(items).length + [media, file].filter(isRecord).length,
  };
  return sum([own, ...asList(component['components']).map(measure), measure(component['accessory'])]);
}

/** Whether Discord answers 500 to these components, although they are valid. */
export function causesServerError(components: unknown): boolean {
  const { textBytes, media } = sum(asList(components).map(measure));
  return textBytes > MAX_TEXT_BYTES || media > MAX_MEDIA;
}
