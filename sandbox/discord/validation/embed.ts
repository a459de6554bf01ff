import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  integer,
  isBlank,
  isRecord,
  lengthOf,
  listOf,
  object,
  onRecord,
  optional,
  REQUIRED,
  required,
  text,
} from './checks.ts';
import { timestamp } from './timestamp.ts';
import { url } from './url.ts';

const MAX_EMBEDS = 10;
const MAX_CHARACTERS = 6000;
const URL_LENGTH = 2048;

/** Any of these makes an embed visible; without one, Discord requires a description. */
const VISIBLE = ['title', 'description', 'fields', 'image', 'thumbnail', 'video', 'footer', 'author'];

const trimmed = (max: number): Check => text({ max, trimmed: true });

const isEmptyPart = (part: unknown): boolean => isBlank(part) || (Array.isArray(part) && part.length === 0);

const hasVisibleContent: Check = onRecord((embed, report) => {
  if (VISIBLE.every((key) => isEmptyPart(embed[key]))) report.at('description').add(REQUIRED);
});

/** One embed (Discord docs: Embed Limits). `fileNames` are what `attachment://` may name. */
function embed(fileNames: ReadonlySet<string>): Check {
  const link = url({ max: URL_LENGTH });
  const media = url({ max: URL_LENGTH, also: 'attachment', fileNames });
  const picture = object({ url: required(media) });
  const field = object({
    name: required(trimmed(256)),
    value: required(trimmed(1024)),
    inline: optional(boolean),
  });
  return all(
    object({
      title: optional(trimmed(256)),
      description: optional(trimmed(4096)),
      url: optional(link),
      color: optional(integer({ min: 0, max: 0xffffff })),
      timestamp: optional(timestamp),
      fields: optional(listOf(field, { max: 25 })),
      image: optional(picture),
      thumbnail: optional(picture),
      footer: optional(object({ text: required(trimmed(2048)), icon_url: optional(media) })),
      author: optional(
        object({ name: required(trimmed(256)), url: optional(link), icon_url: optional(media) }),
      ),
    }),
    hasVisibleContent,
  );
}

const textLength = (value: unknown): number => (typeof value === 'string' ? lengthOf(value.trim()) : 0);

/**
 * The texts that count towards the limit of 6,000: title, description, field names and values, footer text,
 * author name.
 */
function countedCharacters(value: unknown): number {
  if (!isRecord(value)) return 0;
  const { footer, author } = value;
  const fields = asList(value['fields']).filter(isRecord);
  const texts = [
    value['title'],
    value['description'],
    ...fields.flatMap((field) => [field['name'], field['value']]),
    isRecord(footer) ? footer['text'] : undefined,
    isRecord(author) ? author['name'] : undefined,
  ];
  return texts.reduce<number>((sum, counted) => sum + textLength(counted), 0);
}

const withinMessage: Check = (embeds, report) => {
  const characters = asList(embeds).reduce<number>((sum, value) => sum + countedCharacters(value), 0);
  if (characters > MAX_CHARACTERS) {
    report.add({
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${MAX_CHARACTERS}`,
    });
  }
};

/** The embeds of one message: each within its own limits, ten at most, 6,000 characters together. */
export const embeds = (fileNames: ReadonlySet<string>): Check =>
  all(listOf(embed(fileNames), { max: MAX_EMBEDS }), withinMessage);
