import { validate as isCronExpression } from 'node-cron';
import { z } from 'zod';

/* Value types of settings. `accepted` is the end of the error message for a wrong value. */

const hasCredentials = (text: string): boolean => /:\/\/[^/?#]*@/.test(text);
const withoutPassword = (accepted: string): string => `${accepted}; with no name and password in it`;

/** A required text. */
export const required = (accepted: string) => z.string({ error: `is missing; ${accepted}` });

/**
 * An http(s) address; trailing slashes are removed. A name and password are refused: they would appear in logs, and
 * requests would not send them.
 * @param refused pattern that the address must not match
 */
export function httpUrl(accepted: string, refused: RegExp) {
  return z
    .url({ protocol: /^https?$/, error: accepted })
    .refine((url) => !hasCredentials(url), withoutPassword(accepted))
    .refine((url) => !/[?#]/.test(url), accepted)
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .refine((url) => !refused.test(url), accepted);
}

/** The address of a web page with placeholders. @param fits whether the required placeholders are present */
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

/** A page's address with exactly these placeholders. */
export function template(accepted: string, ...placeholders: readonly string[]) {
  return pageTemplate(accepted, placeholders, (url) => placeholders.every((name) => url.includes(name)));
}

/** A page's address that identifies an auction by its number or its token. */
export function auctionTemplate(accepted: string) {
  const byToken = (url: string) => url.includes('{collection}') && url.includes('{tokenId}');
  return pageTemplate(
    accepted,
    ['{auctionId}', '{collection}', '{tokenId}'],
    (url) => url.includes('{auctionId}') || byToken(url),
  );
}

/** A Discord id. */
export function snowflake(accepted: string) {
  return z
    .string()
    .regex(/^\d{17,20}$/, accepted)
    .nullable()
    .default(null);
}

/** A whole number within bounds. */
export function wholeNumber(accepted: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/, accepted)
    .transform(Number)
    .refine((number) => number >= min && number <= max, accepted);
}

/** A cron expression of six fields. */
export function schedule(accepted: string) {
  return z
    .string()
    .refine(
      (expression) => expression.trim().split(/\s+/).length === 6 && isCronExpression(expression),
      accepted,
    );
}
