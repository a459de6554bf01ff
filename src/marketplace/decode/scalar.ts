import { hash } from 'node:crypto';
import { type Address, parseAddress } from '#src/chain/address.ts';
import { parseTokenId, type TokenId } from '#src/chain/token-id.ts';
import { isAbsent, isRecord } from './record.ts';

/** Longer texts are truncated, so that no record can exhaust the memory. */
const MAX_TEXT_LENGTH = 4_000;
/** Discord's limit for titles, characters. */
const MAX_LABEL_LENGTH = 256;
/**
 * Far above any real identifier. Identifiers become parts of keys, and PostgreSQL indexes no text of more than 2,700
 * bytes, written by it or as `%E4%B8%80`.
 */
const MAX_ID_LENGTH = 200;
const MAX_URL_LENGTH = 2_048;
const UINT256 = 2n ** 256n;
const EXTENDED_JSON = ['$oid', '$numberLong', '$numberInt', '$numberDecimal', '$numberDouble', '$date'];

/** Unwraps MongoDB's extended JSON (`{"$oid": "…"}`), or returns the value itself. */
export function unwrap(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const wrapper = EXTENDED_JSON.find((key) => Object.hasOwn(value, key));
  return wrapper === undefined ? value : unwrap(value[wrapper]);
}

/** Converts a number to text, and trims a string; `null` for other types. */
export function readDigits(value: unknown): string | null {
  const plain = unwrap(value);
  if (typeof plain === 'string') return plain.trim();
  return typeof plain === 'number' && Number.isFinite(plain) ? String(plain) : null;
}

/**
 * Returns the first `length` characters of a text. Copied, because a V8 substring keeps the whole original text in
 * memory.
 */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** An identifier as written; a long one as its hash, because cut ones could be equal. */
export const hashLong = (text: string): string =>
  text.length > MAX_ID_LENGTH ? `sha256:${sha256(text)}` : text;

/** A text as sent, a number as its digits; `null` when absent or of another type. */
export function readText(value: unknown): string | null {
  const plain = typeof value === 'number' ? readDigits(value) : value;
  if (typeof plain !== 'string' || plain.trim() === '') return null;
  return truncate(plain, MAX_TEXT_LENGTH).toWellFormed();
}

/** Reads a name, truncated to the length of a Discord title, because no more of it is ever shown. */
export function readLabel(value: unknown): string | null {
  const name = readText(value)?.trim();
  return name === undefined ? null : truncate(name, MAX_LABEL_LENGTH).toWellFormed();
}

/** Reads an http(s) URL, or `null`. */
export function readLink(value: unknown): string | null {
  const text = readText(value)?.trim();
  if (text === undefined || text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text)) return null;
  return URL.canParse(text) ? text : null;
}

/** Reads a finite number, also from a string; `null` for everything else. */
export function readNumber(value: unknown): number | null {
  const digits = readDigits(value);
  if (digits === null || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)) return null;
  const number = Number(digits);
  return Number.isFinite(number) ? number : null;
}

/** Reads a safe integer of 0 or more, also from decimal or 0x-hex text. */
export function readCount(value: unknown): number | null {
  const digits = readDigits(value);
  if (digits === null || !/^(?:\d+(?:\.0+)?|0x[0-9a-f]+)$/i.test(digits)) return null;
  const count = Number(digits);
  return Number.isSafeInteger(count) ? count : null;
}

/** Reads a positive integer below 2^256. */
export function readQuantity(value: unknown): bigint | null {
  const digits = readDigits(value);
  if (digits === null || digits.length > 80 || !/^\d+(?:\.0+)?$/.test(digits)) return null;
  const quantity = BigInt(digits.split('.')[0] ?? '');
  return quantity > 0n && quantity < UINT256 ? quantity : null;
}

/** Reads a boolean, also from `"true"`, `1` and the like; `null` for everything else. */
export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = readDigits(value)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

/** Reads a token id; `null` for a number that is not a safe integer. */
export function readTokenId(value: unknown): TokenId | null {
  const plain = unwrap(value);
  if (typeof plain === 'number') return Number.isSafeInteger(plain) ? parseTokenId(String(plain)) : null;
  return typeof plain === 'string' ? parseTokenId(plain) : null;
}

function withoutChain(text: string): string {
  return text.trim().replace(/^[a-z][a-z0-9_-]*:(?=0x)/i, '');
}

/** Reads an address, also with a chain prefix (`ETHEREUM:0x…`) or in an object's `address` or `id`. */
export function readAddress(value: unknown): Address | null {
  if (typeof value === 'string') return parseAddress(withoutChain(value));
  if (!isRecord(value)) return null;
  for (const key of ['address', 'id', 'collectionId', 'contract']) {
    const inner = Object.hasOwn(value, key) ? value[key] : undefined;
    const address = typeof inner === 'string' && !isAbsent(inner) ? readAddress(inner) : null;
    if (address !== null) return address;
  }
  return null;
}

/** Reads both parts of `<address>-<tokenId>` or `<address>:<tokenId>`, with or without a chain prefix. */
export function readTokenReference(value: unknown): { collection: Address; tokenId: TokenId } | null {
  if (typeof value !== 'string') return null;
  const parts = /^(0x[0-9a-f]{40})[-:](\d+|0x[0-9a-f]+)$/i.exec(withoutChain(value));
  const collection = parts === null ? null : parseAddress(parts[1] ?? '');
  const tokenId = parts === null ? null : parseTokenId(parts[2] ?? '');
  return collection === null || tokenId === null ? null : { collection, tokenId };
}

/** Reads a transaction hash in lower case, or `null`. */
export function readTxHash(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const hash = withoutChain(value).toLowerCase();
  return /^0x[0-9a-f]{64}$/.test(hash) ? hash : null;
}
