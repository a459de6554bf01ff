import { createHash } from 'node:crypto';

/** A value as both databases return it. */
export type Value = string | number | boolean | null;

/** Checks a value. Hand-written, because a schema for every cell of every row would take most of the time. */
export function readValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`A database returned a value of type ${typeof value}.`);
}

/** Values that are equal for identical tables. */
export interface TableSum {
  readonly rows: number;
  /** Sum of the checksums of all rows, which does not depend on their order. */
  readonly checksum: bigint;
}

export const EMPTY_SUM: TableSum = { rows: 0, checksum: 0n };

/** Bits used of the 256 bits of a row’s hash. */
const CHECKSUM_BITS = 128;
const HEX_DIGITS = CHECKSUM_BITS / 4;

/** @param values values of a row, in the order of the columns */
export function withRow({ rows, checksum }: TableSum, values: readonly Value[]): TableSum {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, HEX_DIGITS);
  return { rows: rows + 1, checksum: BigInt.asUintN(CHECKSUM_BITS, checksum + BigInt(`0x${hash}`)) };
}

export const isSameSum = (one: TableSum, other: TableSum): boolean =>
  one.rows === other.rows && one.checksum === other.checksum;
