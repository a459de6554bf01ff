import { z } from 'zod';
import { readPicture } from './picture.ts';
import { type Amount, readAmount, readPrice } from './price.ts';
import { isRecord } from './record.ts';
import {
  hashLong,
  readAddress,
  readCount,
  readDigits,
  readFlag,
  readLabel,
  readLink,
  readNumber,
  readQuantity,
  readText,
  readTokenId,
  readTxHash,
} from './scalar.ts';
import { readAnyTime, readSeconds } from './time.ts';

/*
 * Lenient schemas of fields: a field that is missing, null or of another type is read as null. `findUnread`
 * (`unread.ts`) finds what was there and could not be read.
 */

/** Discord's limit for titles, characters. */
const MAX_LABEL_LENGTH = 256;
/** Elements of a list within a record, such as its traits. */
export const MAX_ELEMENTS = 10_000;

/** A field as `read` reads it, for what only one resource has. */
export function lenient<T>(read: (value: unknown) => T | null) {
  return z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? null : read(value)));
}

export const text = lenient((value) => readText(value)?.trim() ?? null);
/** A name, truncated to the length of a Discord title. */
export const label = lenient(readLabel);
/** A URL slug; too long ones are dropped, because a truncated one would be wrong. */
export const slug = lenient((value) => {
  const path = readText(value)?.trim();
  return path === undefined || path.length > MAX_LABEL_LENGTH ? null : path;
});
/** An id that distinguishes items; a long one as its hash. */
export const identifier = lenient((value) => {
  const id = typeof value === 'string' || typeof value === 'number' ? readDigits(value) : null;
  return id === null || id === '' ? null : hashLong(id.toWellFormed());
});
export const prose = lenient(readText);
export const link = lenient(readLink);
export const picture = lenient(readPicture);
export const wei = lenient(readPrice);
/** An amount in a coin that other fields may name. */
export const amount = lenient(readAmount);
export const count = lenient(readCount);
export const quantity = lenient(readQuantity);
export const number = lenient(readNumber);
export const flag = lenient(readFlag);
export const address = lenient(readAddress);
export const tokenId = lenient(readTokenId);
export const txHash = lenient(readTxHash);
/** A time that has passed, epoch seconds: see `notAfter`. */
export const time = lenient(readSeconds);
/** A time that may be in the future, epoch seconds. */
export const anyTime = lenient(readAnyTime);
/** A token standard: `721`, `ERC1155` and the like. */
export const standard = lenient((value) => standardOf(readText(value)));

function standardOf(text: string | null): '721' | '1155' | null {
  if (text?.includes('1155') === true) return '1155';
  return text?.includes('721') === true ? '721' : null;
}

/** An amount of undocumented type: a number, or an object that contains it. */
export const amountInside = lenient((value): Amount | null => {
  if (!isRecord(value)) return readAmount(value);
  const inner = ['price', 'amount', 'bid', 'value', 'pricePerItem'].map((name) => readAmount(value[name]));
  return inner.find((one) => one !== null) ?? null;
});

/** The schema within another one, by which its fields are read. */
export interface Inner {
  readonly kind: 'resource' | 'part' | 'list' | 'fallback';
  readonly of: z.ZodType;
}

/** For a look at single fields: a transform hides what it reads. */
const innerSchemas = new WeakMap<z.core.$ZodType, Inner>();

/** Registers what a schema reads by. */
export function withInner<S extends z.ZodType>(schema: S, inner: Inner): S {
  innerSchemas.set(schema, inner);
  return schema;
}

export const innerOf = (schema: z.core.$ZodType): Inner | null => innerSchemas.get(schema) ?? null;

/** A field that counts only where another one is missing, so nothing is lost if it cannot be read. */
export const fallback = <T>(field: z.ZodType<T>) => withInner(field.clone(), { kind: 'fallback', of: field });

/** A nested object; `null` for anything else. */
export function part<T>(object: z.ZodType<T>) {
  const schema = lenient((value) => object.safeParse(value).data ?? null);
  return withInner(schema, { kind: 'part', of: object });
}

/** Only the elements that can be read, of the first 10,000; `null` for anything but an array. */
export function list<T>(item: z.ZodType<T>) {
  const schema = lenient((value) => {
    if (!Array.isArray(value)) return null;
    const results = value.slice(0, MAX_ELEMENTS).map((element) => item.safeParse(element));
    return results.flatMap((result) => (result.success ? [result.data] : []));
  });
  return withInner(schema, { kind: 'list', of: item });
}
