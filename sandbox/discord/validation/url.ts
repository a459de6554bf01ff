import type { Check } from './checks.ts';
import { lengthOf } from './checks.ts';

interface UrlRules {
  /** Longest URL, in code points. */
  readonly max: number;
  /** Schemes beside http and https. `attachment` names one of the files, `discord` opens the app. */
  readonly also?: 'attachment' | 'discord';
  readonly fileNames?: ReadonlySet<string>;
}

const ATTACHMENT = 'attachment://';
const NOT_WELL_FORMED = { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };

/**
 * The address of a file that was sent along: `attachment://name`, and the name is among the files. The codes
 * are those of Components V2; embeds are checked by the same rule, so that a missing picture is detected.
 */
export function attachmentReference(fileNames: ReadonlySet<string>): Check {
  return (value, report) => {
    if (typeof value !== 'string' || !value.startsWith(ATTACHMENT)) {
      report.add({
        code: 'UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED',
        message: 'File components only support attachment:// references',
      });
    } else if (!fileNames.has(value.slice(ATTACHMENT.length))) {
      report.add({
        code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
        message: 'The referenced attachment was not found.',
      });
    }
  };
}

/** discord.js#7438: a name with `_` is no host for Discord. */
const hasUnderscoreInHost = (value: string): boolean =>
  /^https?:/i.test(value) && new URL(value).host.includes('_');

/** A URL that Discord accepts: well formed, of a known scheme, and no longer than `max`. */
export function url({ max, also, fileNames = new Set() }: UrlRules): Check {
  const schemes = ['http', 'https', ...(also === undefined ? [] : [also])];
  const listed = schemes.map((scheme) => `'${scheme}'`).join(', ');
  const checkAttachment = attachmentReference(fileNames);
  return (value, report) => {
    if (typeof value !== 'string') {
      report.add(NOT_WELL_FORMED);
      return;
    }
    if (lengthOf(value) > max)
      report.add({ code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` });
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    if (scheme !== undefined && !schemes.includes(scheme)) {
      report.add({
        code: 'URL_TYPE_INVALID_SCHEME',
        message: `Scheme "${scheme}" is not supported. Scheme must be one of (${listed}).`,
      });
    } else if (
      scheme === undefined ||
      /\s/.test(value) ||
      !/^[^:]+:\/\/./.test(value) ||
      !URL.canParse(value) ||
      hasUnderscoreInHost(value)
    ) {
      report.add(NOT_WELL_FORMED);
    } else if (scheme === 'attachment') {
      checkAttachment(value, report);
    }
  };
}
