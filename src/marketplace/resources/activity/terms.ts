import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import { type Amount, readAmount } from '../../decode/price.ts';
import type { FieldReader } from '../../decode/record.ts';
import { readAddress, readFlag } from '../../decode/scalar.ts';
import { readAnyTime } from '../../decode/time.ts';
import * as field from './fields.ts';
import type { ActivityKind } from './kind.ts';

const isListing = (kind: ActivityKind): boolean => kind === 'listing' || kind === 'listing_updated';

interface Reservation {
  /** The wallet that a private listing is for, `null` if unknown; absent for everything that is public. */
  readonly reserved?: { readonly for: Address | null } | undefined;
}

/** For whom alone a listing is; none for a public one. The zero address stands for everybody. */
export function decodeReservation(reader: FieldReader, kind: ActivityKind): Reservation {
  if (!isListing(kind)) return {};
  const taker = reader.first(field.LISTED_FOR, readAddress);
  const isTaken = taker !== null && taker !== ZERO_ADDRESS;
  if (!isTaken && !reader.any(field.IS_PRIVATE, (value) => readFlag(value) === true)) return {};
  const buyer = isTaken ? taker : reader.first(field.BUYER, readAddress);
  return { reserved: { for: buyer } };
}

/**
 * Decodes the final price of a Dutch listing and when it is reached; none if its end price is unknown, or not lower.
 * @param start its first price
 */
export function decodeFall(
  reader: FieldReader,
  kind: ActivityKind,
  start: Amount,
): { readonly to: Amount; readonly from: number | null; readonly until: number | null } | null {
  const to = isListing(kind) ? reader.first(field.PRICE_ENDING, readAmount) : null;
  if (to === null || to.inCoins !== start.inCoins || to.wei >= start.wei) return null;
  const [from, until] = [
    reader.first(field.LISTED_FROM, readAnyTime),
    reader.first(field.LISTED_UNTIL, readAnyTime),
  ];
  return { to, from, until };
}
