import { allowedMentions } from './allowed-mentions.ts';
import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  integer,
  isAbsent,
  isBlank,
  isRecord,
  lengthOf,
  listOf,
  object,
  onRecord,
  optional,
  required,
  snowflake,
  text,
} from './checks.ts';
import { legacyComponents, v2Components } from './components.ts';
import { embeds } from './embed.ts';
import type { ErrorTree } from './error-tree.ts';
import { collectErrors } from './error-tree.ts';
import { poll } from './poll.ts';

export interface MessageContext {
  readonly operation: 'create' | 'edit';
  /**
   * What `attachment://` may name: the files sent with the request and, for an edit, the attachments that the
   * message keeps.
   */
  readonly fileNames: readonly string[];
}

const IS_COMPONENTS_V2 = 1 << 15;
const LEGACY_FIELDS = ['content', 'embeds', 'poll', 'sticker_ids'];
const CONTENT = ['content', 'embeds', 'components', 'sticker_ids', 'poll', 'message_reference'];

function hasV2Flag(body: unknown): boolean {
  const flags = isRecord(body) ? body['flags'] : undefined;
  return typeof flags === 'number' && flags >= 0 && (flags & IS_COMPONENTS_V2) !== 0;
}

/** Discord docs: Create Message. 25 characters, or a 64-bit number. */
const nonce: Check = (value, report) => {
  if (typeof value === 'string') {
    if (lengthOf(value) > 25)
      report.add({ code: 'NONCE_TYPE_TOO_LONG', message: 'Must be 25 or fewer characters long.' });
  } else if (typeof value !== 'number' || !Number.isInteger(value)) {
    report.add({ code: 'NONCE_TYPE_INVALID_TYPE', message: 'This field must be a string or integer.' });
  } else if (Math.abs(value) > 2 ** 63) {
    report.add({
      code: 'NONCE_TYPE_OUT_OF_BOUNDS',
      message: 'Must be between -9223372036854775808 and 9223372036854775807.',
    });
  }
};

const withoutLegacyFields: Check = onRecord((body, report) => {
  if (!hasV2Flag(body)) return;
  for (const key of LEGACY_FIELDS.filter((key) => !isAbsent(body[key]))) {
    report.at(key).add({
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    });
  }
});

/** A new message's attachments refer to files by position. */
function attachmentId({ operation, fileNames }: MessageContext): Check {
  return (value, report) => {
    snowflake(typeof value === 'number' ? String(value) : value, report);
    if (operation === 'create' && !(Number(value) < fileNames.length))
      report.add({ code: 'ATTACHMENT_NOT_FOUND', message: 'Attachment data not found' });
  };
}

function attachments(context: MessageContext): Check {
  const attachment = object({
    id: required(attachmentId(context)),
    filename: optional(text({ min: 1, max: 1024 })),
    description: optional(text({ max: 1024 })),
  });
  return listOf(attachment, { max: 10 });
}

/** Attachments may rename uploaded files, and `attachment://` uses the new names. */
function knownFileNames(body: unknown, fileNames: readonly string[]): ReadonlySet<string> {
  const given = isRecord(body) ? asList(body['attachments']) : [];
  const renamed = given.map((item) => (isRecord(item) ? item['filename'] : undefined));
  return new Set([...fileNames, ...renamed.filter((name) => typeof name === 'string')]);
}

/**
 * A message body, of channels, webhooks and interaction answers alike (Discord docs: Create Message,
 * Edit Message). An empty message is another error: see `isEmptyMessage`.
 */
export function messageBody(body: unknown, context: MessageContext): Check {
  const fileNames = knownFileNames(body, context.fileNames);
  return all(
    object({
      content: optional(text({ max: 2000 })),
      nonce: optional(nonce),
      enforce_nonce: optional(boolean),
      tts: optional(boolean),
      embeds: optional(embeds(fileNames)),
      allowed_mentions: optional(allowedMentions),
      message_reference: optional(
        object({ message_id: required(snowflake), channel_id: optional(snowflake) }),
      ),
      components: optional(hasV2Flag(body) ? v2Components(fileNames) : legacyComponents),
      // A poll cannot be edited, and the field of an edit is ignored.
      ...(context.operation === 'create' ? { poll: optional(poll) } : {}),
      sticker_ids: optional(listOf(snowflake, { max: 3 })),
      attachments: optional(attachments(context)),
      flags: optional(integer({ min: 0, max: 2 ** 31 - 1 })),
    }),
    withoutLegacyFields,
  );
}

/** Discord's errors (50035) for this message body, or null when it is valid. */
export function validateMessage(body: unknown, context: MessageContext): ErrorTree | null {
  return collectErrors((report) => messageBody(body, context)(body, report));
}

const isEmptyValue = (value: unknown): boolean =>
  isBlank(value) || (Array.isArray(value) && value.length === 0);

/**
 * Whether the message would show nothing, which Discord answers with 50006. For an edit, pass the message as it
 * would be afterwards, with the names of the attachments that it keeps.
 */
export function isEmptyMessage(body: unknown, fileNames: readonly string[]): boolean {
  if (fileNames.length > 0) return false;
  return !isRecord(body) || CONTENT.every((key) => isEmptyValue(body[key]));
}
