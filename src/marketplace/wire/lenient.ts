import { z } from 'zod';
import { readPrice } from '../decode/price.ts';
import { isRecord } from '../decode/record.ts';
import {
  beginningOf,
  readAddress,
  readCount,
  readFlag,
  readLink,
  readNumber,
  readPicture,
  readQuantity,
  readText,
  readTokenId,
  readTxHash,
} from '../decode/scalar.ts';

/*
 * Pieces of the documented resources as they may arrive: every field may be missing, null or of another type, and then
 * reads as null; fields that nobody documented pass through unread. Only a value that is no object at all fails.
 */

/** Discord: 256 characters a title. */
const LONGEST_LABEL = 256;
/** Elements of a list within a record, such as its traits. */
const MOST_ELEMENTS = 10_000;

function lenient<T>(read: (value: unknown) => T | null) {
  return z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? null : read(value)));
}

export const text = lenient((value) => readText(value)?.trim() ?? null);
/** A name; what is longer than any title of Discord is cut. */
export const label = lenient((value) => {
  const name = readText(value)?.trim();
  return name === undefined ? null : beginningOf(name, LONGEST_LABEL);
});
/** A word in addresses; cut it would lead elsewhere. */
export const slug = lenient((value) => {
  const path = readText(value)?.trim();
  return path === undefined || path.length > LONGEST_LABEL ? null : path;
});
export const prose = lenient(readText);
export const link = lenient(readLink);
export const picture = lenient(readPicture);
export const wei = lenient(readPrice);
export const count = lenient(readCount);
export const quantity = lenient(readQuantity);
export const number = lenient(readNumber);
export const flag = lenient(readFlag);
export const address = lenient(readAddress);
export const tokenId = lenient(readTokenId);
export const txHash = lenient(readTxHash);
export const raw = z.unknown().optional();

/** An amount whose concrete type is not documented: wei, or an object that holds it. */
export const weiInside = lenient((value) => {
  if (!isRecord(value)) return readPrice(value);
  const inner = ['price', 'amount', 'bid', 'value', 'pricePerItem'].map((name) => readPrice(value[name]));
  return inner.find((amount) => amount !== null) ?? null;
});

/** An object within; `null` for anything else. */
export function part<T>(object: z.ZodType<T>) {
  return lenient((value) => object.safeParse(value).data ?? null);
}

/** Only the elements that are objects, of the first 10,000; `null` for anything but an array. */
export function list<T>(item: z.ZodType<T>) {
  return lenient((value) => {
    if (!Array.isArray(value)) return null;
    const results = value.slice(0, MOST_ELEMENTS).map((element) => item.safeParse(element));
    return results.flatMap((result) => (result.success ? [result.data] : []));
  });
}
