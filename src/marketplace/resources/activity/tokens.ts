import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { createFieldReader, type FieldReader, isRecord } from '../../decode/record.ts';
import {
  readAddress,
  readDigits,
  readQuantity,
  readTokenId,
  readTokenReference,
  unwrap,
} from '../../decode/scalar.ts';
import * as field from './fields.ts';

/** Records with more tokens are not read, because tokens are stored with the record and with its alert. */
const MAX_BUNDLED = 100;

/** A token of a record about several. */
export interface BundledToken {
  readonly collection: Address;
  readonly tokenId: TokenId;
  /** Units, 1 unless the record says otherwise. */
  readonly quantity: bigint;
}

/** Why the tokens of a record cannot be read: a float has rounded an id, or there are too many. */
export type TokenDefect = 'damaged' | 'too_many';

/** What a record says of its tokens. */
interface DecodedTokens {
  /** `null` if the record has none. */
  readonly collection: Address | null;
  /** `null` for events of a whole collection, and of several tokens. */
  readonly tokenId: TokenId | null;
  /** The tokens of a record about several together, at least two; price and quantity are of all of them. */
  readonly bundle?: readonly BundledToken[] | undefined;
  /** Set where the record names tokens that cannot be read. */
  readonly tokenDefect?: TokenDefect | undefined;
}

/** The ids of the record's tokens as one text, which is the same for the same tokens in any order; `null` for none. */
export function tokensText({ tokenId, bundle }: Pick<DecodedTokens, 'tokenId' | 'bundle'>): string | null {
  if (bundle === undefined) return tokenId;
  return bundle
    .map(({ collection, tokenId: id }) => `${collection}-${id}`)
    .toSorted()
    .join();
}

/** Reads a list of at least two entries, which may be comma-separated text. */
function readSeveral(value: unknown): readonly unknown[] | null {
  const list = typeof value === 'string' && value.includes(',') ? value.split(',') : value;
  return Array.isArray(list) && list.length > 1 ? list : null;
}

/** Returns whether a number is no longer the id, because a float has rounded it. */
function isDamaged(value: unknown): boolean {
  const plain = unwrap(value);
  if (typeof plain === 'number') return !Number.isSafeInteger(plain);
  return typeof plain === 'string' && /^\d+(?:\.\d+)?e\+?\d+$/i.test(plain.trim());
}

/** Reads one entry of such a list: an id, a reference, or an object. */
function readEntry(entry: unknown, collection: Address | null): BundledToken | null {
  const reader = isRecord(entry) ? createFieldReader(entry) : null;
  const reference =
    reader === null
      ? readTokenReference(readDigits(entry))
      : reader.first(field.TOKEN_REFERENCE, readTokenReference);
  const tokenId =
    reference?.tokenId ?? (reader === null ? readTokenId(entry) : reader.first(field.TOKEN_ID, readTokenId));
  const of = reference?.collection ?? reader?.first(field.COLLECTION, readAddress) ?? collection;
  if (tokenId === null || of === null) return null;
  const quantity = reader?.first([...field.AMOUNT, ...field.QUANTITY], readQuantity) ?? 1n;
  return { collection: of, tokenId, quantity };
}

/** Reads the distinct tokens of a list; the reason if they cannot all be read; `null` if it is not a list of tokens. */
function readBundle(
  entries: readonly unknown[],
  collection: Address | null,
): readonly BundledToken[] | TokenDefect | null {
  if (entries.length > MAX_BUNDLED) return 'too_many';
  const tokens = entries.map((entry) => readEntry(entry, collection));
  const read = tokens.filter((token) => token !== null);
  if (read.length === 0 && !entries.some(isDamaged)) return null;
  if (read.length < entries.length) return 'damaged';
  return [...new Map(read.map((token) => [`${token.collection}-${token.tokenId}`, token])).values()];
}

/**
 * Decodes the token of a record, or its tokens if there are several (activity-decoding: tokenId, collection). Lists of
 * objects count only if the record names no single token.
 */
export function decodeTokens(reader: FieldReader): DecodedTokens {
  const reference = reader.first(field.TOKEN_REFERENCE, readTokenReference);
  const collection = reader.first(field.COLLECTION, readAddress) ?? reference?.collection ?? null;
  const tokenId = reader.first(field.TOKEN_ID, readTokenId) ?? reference?.tokenId ?? null;
  const entries =
    reader.first(field.TOKEN_IDS, readSeveral) ??
    (tokenId === null ? reader.first(field.TOKEN_LISTS, readSeveral) : null);
  const bundle = entries === null ? null : readBundle(entries, collection);
  if (typeof bundle === 'string') return { collection, tokenId: null, tokenDefect: bundle };
  const [first, second] = bundle ?? [];
  if (bundle !== null && second !== undefined)
    return { collection: collection ?? second.collection, tokenId: null, bundle };
  if (first !== undefined) return { collection: collection ?? first.collection, tokenId: first.tokenId };
  if (tokenId === null && reader.any(field.TOKEN_ID, isDamaged))
    return { collection, tokenId, tokenDefect: 'damaged' };
  return { collection, tokenId };
}
