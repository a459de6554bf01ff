import { validate as isCronExpression } from 'node-cron';
import { z } from 'zod';

/* Value types of settings. `accepted` is the end of the error message for a wrong value. */

const hasCredentials = (text: string): boolean => /:\/\/[^/?#]*@/.test(text);
const withoutPassword = (accepted: string): string => `${accepted}; with no name and password in it`;

/** Schema of a required text. */
export const required = (accepted: string) => z.string({ error: `is missing; ${accepted}` });

/**
 * Schema of an http(s) URL; trailing slashes are removed. A name and password are refused, because they would appear in
 * logs and requests would not send them.
 * @param refused pattern that the URL must not match
 */
export function httpUrl(accepted: string, refused: RegExp) {
  return z
    .url({ protocol: /^https?$/, error: accepted })
    .refine((url) => !hasCredentials(url), withoutPassword(accepted))
    .refine((url) => !/[?#]/.test(url), accepted)
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .refine((url) => !refused.test(url), accepted);
}

/** Schema of the URL of a document, with its query. */
export function documentUrl(accepted: string) {
  return z
    .url({ protocol: /^https?$/, error: accepted })
    .refine((url) => !hasCredentials(url), accepted)
    .nullable()
    .default(null);
}

/**
 * Schema of a page's URL with placeholders.
 * @param fits whether the required placeholders are present
 */
function pageTemplate(accepted: string, known: readonly string[], fits: (url: string) => boolean) {
  const withoutKnown = (url: string) => known.reduce((rest, name) => rest.replaceAll(name, ''), url);
  return z
    .string()
    .refine((url) => !hasCredentials(url), withoutPassword(accepted))
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), accepted)
    .refine(fits, accepted)
    .refine((url) => !/[{}]/.test(withoutKnown(url)), accepted)
    .nullable()
    .default(null);
}

/** Schema of a page's URL with exactly these placeholders. */
export function template(accepted: string, ...placeholders: readonly string[]) {
  return pageTemplate(accepted, placeholders, (url) => placeholders.every((name) => url.includes(name)));
}

/** Schema of a page's URL that identifies an auction by its number or its token. */
export function auctionTemplate(accepted: string) {
  const byToken = (url: string) => url.includes('{collection}') && url.includes('{tokenId}');
  return pageTemplate(
    accepted,
    ['{auctionId}', '{collection}', '{tokenId}'],
    (url) => url.includes('{auctionId}') || byToken(url),
  );
}

/** Schema of a Discord id. */
export function snowflake(accepted: string) {
  return z
    .string()
    .regex(/^\d{17,20}$/, accepted)
    .nullable()
    .default(null);
}

/** Schema of a whole number within bounds. */
export function wholeNumber(accepted: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/, accepted)
    .transform(Number)
    .refine((number) => number >= min && number <= max, accepted);
}

/** Schema of a cron expression with six fields. */
export function schedule(accepted: string) {
  return z
    .string()
    .refine(
      (expression) => expression.trim().split(/\s+/).length === 6 && isCronExpression(expression),
      accepted,
    );
}
