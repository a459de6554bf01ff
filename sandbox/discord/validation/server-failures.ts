import { asList, isRecord } from './checks.ts';

/** discord-api-docs#8554: text in UTF-8 bytes, and so much more for each text, beyond which Discord answers 500. */
const TEXT_BYTES_A_MESSAGE = 10_170;
const BYTES_A_TEXT = 12;
/** Pictures and files in all; the form allows as many galleries of ten as there are components. */
const MEDIA_A_MESSAGE = 64;
const TEXT_DISPLAY = 10;

interface Weight {
  readonly textBytes: number;
  readonly media: number;
}

const sum = (weights: readonly Weight[]): Weight => ({
  textBytes: weights.reduce((total, { textBytes }) => total + textBytes, 0),
  media: weights.reduce((total, { media }) => total + media, 0),
});

function weigh(component: unknown): Weight {
  if (!isRecord(component)) return { textBytes: 0, media: 0 };
  const { type, content, media, items, file } = component;
  const isText = type === TEXT_DISPLAY && typeof content === 'string';
  const own = {
    textBytes: isText ? Buffer.byteLength(content, 'utf8') + BYTES_A_TEXT : 0,
    media: asList(items).length + [media, file].filter(isRecord).length,
  };
  return sum([own, ...asList(component['components']).map(weigh), weigh(component['accessory'])]);
}

/** Whether Discord answers 500 to these components, although nothing is wrong with their form. */
export function failsServer(components: unknown): boolean {
  const { textBytes, media } = sum(asList(components).map(weigh));
  return textBytes > TEXT_BYTES_A_MESSAGE || media > MEDIA_A_MESSAGE;
}
