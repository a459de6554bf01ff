import { GavelError } from '#src/chain/errors.ts';
import type { MarketPoint, MarketReading } from '#src/marketplace/market-point.ts';

/* Points of a collection as a short text, because there are millions of them. Points are separated by `;`, their fields
by commas:

minutes since the previous point, floor, listed, owners, volume

The first point counts its minutes from the beginning of the row. An amount is the difference to the last known one (at
first 0), as digits and `e` with the number of zeros (`-25e16`). An empty field is unchanged, `~` is `null`. Empty
fields at the end are left out. */

const MINUTE = 60;
const FIELDS = ['floor', 'listed', 'owners', 'volume'] as const;
type Field = (typeof FIELDS)[number];

/** State of a row after some of its points; values in the order of `FIELDS`. */
interface Cursor {
  minute: number;
  /** The last value that was not `null`. */
  readonly base: bigint[];
  readonly isNull: boolean[];
}

const beginning = (): Cursor => ({
  minute: 0,
  base: FIELDS.map(() => 0n),
  isNull: FIELDS.map(() => true),
});

const unreadable = (): GavelError =>
  new GavelError('STORE_UNUSABLE', 'The database contains market points that cannot be read.');

function packAmount(difference: bigint): string {
  const digits = difference.toString();
  const [zeros = ''] = /(?<!0)0+$/.exec(digits) ?? [];
  // `0e1` would be longer than `0`, and `1e1` longer than `10`.
  return zeros.length < 2 || difference === 0n ? digits : `${digits.slice(0, -zeros.length)}e${zeros.length}`;
}

/** Powers by number of zeros; no amount of a chart has more digits. */
const POWERS = Array.from({ length: 101 }, (_, zeros) => 10n ** BigInt(zeros));

function unpackAmount(text: string): bigint {
  const [, digits, zeros = '0'] = /^(-?\d+)(?:e(\d+))?$/.exec(text) ?? [];
  const power = POWERS[Number(zeros)];
  if (digits === undefined || power === undefined) throw unreadable();
  return BigInt(digits) * power;
}

function packField(value: bigint | null, base: bigint, wasNull: boolean): string {
  if (value === null) return wasNull ? '' : '~';
  return !wasNull && value === base ? '' : packAmount(value - base);
}

const valueOf = (reading: MarketReading, field: Field): bigint | null => {
  const value = reading[field];
  return value === null ? null : BigInt(value);
};

/**
 * Returns the minutes of a time since the beginning of a day.
 * @param at epoch seconds
 * @param day days since 1970
 */
const minuteOf = (at: number, day: number): number => Math.floor(at / MINUTE) - day * 24 * 60;

/**
 * Formats a point after those that the cursor has passed.
 * @param day first day of the row, days since 1970
 */
function packPoint(point: MarketPoint, cursor: Cursor, day: number): string {
  const since = minuteOf(point.at, day) - cursor.minute;
  if (since < 0) throw new Error('Points of the market are packed in the order of their times.');
  cursor.minute += since;
  const fields = FIELDS.map((field, index) => {
    const value = valueOf(point, field);
    const base = cursor.base[index] ?? 0n;
    const packed = packField(value, base, cursor.isNull[index] ?? true);
    cursor.base[index] = value ?? base;
    cursor.isNull[index] = value === null;
    return packed;
  });
  return [since, ...fields].join(',').replace(/(?<!,),+$/, '');
}

/**
 * @param points in chronological order, within the row
 * @param day first day of the row, days since 1970
 */
export function packPoints(points: readonly MarketPoint[], day: number): string {
  const cursor = beginning();
  return points.map((point) => packPoint(point, cursor, day)).join(';');
}

/** Advances the cursor by one point. */
function readPoint(text: string, cursor: Cursor): void {
  const [since = '', ...fields] = text.split(',');
  if (!/^\d+$/.test(since) || fields.length > FIELDS.length) throw unreadable();
  cursor.minute += Number(since);
  for (const [index, field] of fields.entries()) {
    if (field === '') continue;
    cursor.isNull[index] = field === '~';
    if (field !== '~') cursor.base[index] = (cursor.base[index] ?? 0n) + unpackAmount(field);
  }
}

/** Returns the point at the cursor. */
function pointAt({ minute, base, isNull }: Cursor, day: number): MarketPoint {
  const known = (field: Field): bigint | null => {
    const index = FIELDS.indexOf(field);
    return isNull[index] === true ? null : (base[index] ?? null);
  };
  const [listed, owners] = [known('listed'), known('owners')];
  return {
    at: (day * 24 * 60 + minute) * MINUTE,
    floor: known('floor'),
    listed: listed === null ? null : Number(listed),
    owners: owners === null ? null : Number(owners),
    volume: known('volume'),
  };
}

/**
 * Unpacks a row. Throws GavelError STORE_UNUSABLE if `packPoints` did not write it.
 * @param day first day of the row
 */
export function unpackPoints(text: string, day: number): readonly MarketPoint[] {
  const cursor = beginning();
  return text.split(';').map((point) => {
    readPoint(point, cursor);
    return pointAt(cursor, day);
  });
}

/** The end of a row, for appending. */
export interface PackedRow {
  readonly last: MarketPoint;
  /** Returns the row with a later point. */
  with(point: MarketPoint): string;
}

/**
 * Reads the end of a row. Throws GavelError STORE_UNUSABLE if `packPoints` did not write it.
 * @param day first day of the row
 */
export function packedRow(text: string, day: number): PackedRow {
  const cursor = beginning();
  for (const point of text.split(';')) readPoint(point, cursor);
  return {
    last: pointAt(cursor, day),
    with(point) {
      const after = { ...cursor, base: [...cursor.base], isNull: [...cursor.isNull] };
      return `${text};${packPoint(point, after, day)}`;
    },
  };
}
