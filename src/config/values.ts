import { validate as isCronExpression } from 'node-cron';
import { z } from 'zod';

/* The kinds of value that a setting may have. Each takes the sentence that a refusal ends with. */

const hasCredentials = (text: string): boolean => /:\/\/[^/?#]*@/.test(text);
const withoutPassword = (accepted: string): string => `${accepted}; with no name and password in it`;

/** A text that must be there. */
export const required = (accepted: string) => z.string({ error: `is missing; ${accepted}` });

/**
 * An http(s) address, without the slashes at its end. A name and password in it are refused: they would get into logs,
 * and no request would carry them.
 * @param refused what the path must not end with
 */
export function httpUrl(accepted: string, refused: RegExp) {
  return z
    .url({ protocol: /^https?$/, error: accepted })
    .refine((url) => !hasCredentials(url), withoutPassword(accepted))
    .refine((url) => !/[?#]/.test(url), accepted)
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .refine((url) => !refused.test(url), accepted);
}

/** The address of a web page with placeholders. @param fits whether the placeholders that it needs are there */
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

/** A page's address that holds each of the placeholders, and no others. */
export function template(accepted: string, ...placeholders: readonly string[]) {
  return pageTemplate(accepted, placeholders, (url) => placeholders.every((name) => url.includes(name)));
}

/** A page's address that tells one auction from another, by its own number or by its token. */
export function auctionTemplate(accepted: string) {
  const byToken = (url: string) => url.includes('{collection}') && url.includes('{tokenId}');
  return pageTemplate(
    accepted,
    ['{auctionId}', '{collection}', '{tokenId}'],
    (url) => url.includes('{auctionId}') || byToken(url),
  );
}

/** An id of Discord. */
export function snowflake(accepted: string) {
  return z
    .string()
    .regex(/^\d{17,20}$/, accepted)
    .nullable()
    .default(null);
}

/** A whole number within bounds, from its digits. */
export function wholeNumber(accepted: string, least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/, accepted)
    .transform(Number)
    .refine((number) => number >= least && number <= most, accepted);
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
