import { z } from 'zod';
import { hashLong } from '../decode/identifier.ts';
import { readPicture } from '../decode/picture.ts';
import { type Amount, readAmount, readPrice } from '../decode/price.ts';
import { isRecord } from '../decode/record.ts';
import {
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
} from '../decode/scalar.ts';

/* Lenient schemas of the documented resources: a field that is missing, null or of another type is read as null;
undocumented fields are ignored. Only a value that is not an object fails. */

/** Discord's limit for titles, characters. */
const MAX_LABEL_LENGTH = 256;
/** Maximum elements of a list within a record, such as its traits. */
const MAX_ELEMENTS = 10_000;

function lenient<T>(read: (value: unknown) => T | null) {
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
export const raw = z.unknown().optional();

/** An amount of undocumented type: a number, or an object that contains it. */
export const amountInside = lenient((value): Amount | null => {
  if (!isRecord(value)) return readAmount(value);
  const inner = ['price', 'amount', 'bid', 'value', 'pricePerItem'].map((name) => readAmount(value[name]));
  return inner.find((one) => one !== null) ?? null;
});

/** Schema of a nested object; `null` for anything else. */
export function part<T>(object: z.ZodType<T>) {
  return lenient((value) => object.safeParse(value).data ?? null);
}

/** Schema of a list: of its first 10,000 elements, those that are objects; `null` for anything but an array. */
export function list<T>(item: z.ZodType<T>) {
  return lenient((value) => {
    if (!Array.isArray(value)) return null;
    const results = value.slice(0, MAX_ELEMENTS).map((element) => item.safeParse(element));
    return results.flatMap((result) => (result.success ? [result.data] : []));
  });
}
