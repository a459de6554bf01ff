import { GavelError } from '../../chain/errors.ts';
import type { MarketPoint, MarketReading } from '../../marketplace/model/market-point.ts';

/*
 * Points of a collection as a short text, for there are millions of them. Points are divided by `;`, their fields by commas:
 *
 *     minutes since the point before, floor, listed, owners, volume
 *
 * The first counts its minutes from the beginning of the row. An amount is the difference to the last one that was known (at
 * first 0), as digits and `e` with the number of zeros (`-25e16`); an empty field is one that has not changed, `~` is `null`. Empty
 * fields at the end are left out.
 */

const MINUTE = 60;
const FIELDS = ['floor', 'listed', 'owners', 'volume'] as const;
type Field = (typeof FIELDS)[number];

/** What a reader of a row knows after some of its points. */
interface Known {
  readonly minute: number;
  /** The last value that was not `null`. */
  readonly base: Readonly<Record<Field, bigint>>;
  readonly isNull: Readonly<Record<Field, boolean>>;
}

const NOTHING_KNOWN: Known = {
  minute: 0,
  base: { floor: 0n, listed: 0n, owners: 0n, volume: 0n },
  isNull: { floor: true, listed: true, owners: true, volume: true },
};

const unreadable = (): GavelError =>
  new GavelError('STORE_UNUSABLE', 'The database contains market points that cannot be read.');

function packAmount(difference: bigint): string {
  const digits = difference.toString();
  const [zeros = ''] = /(?<!0)0+$/.exec(digits) ?? [];
  // `0e1` would be longer than `0`, and so would `1e1` be than `10`.
  return zeros.length < 2 || difference === 0n ? digits : `${digits.slice(0, -zeros.length)}e${zeros.length}`;
}

/** No amount of a chain has more digits. */
const MAX_ZEROS = 100;

function unpackAmount(text: string): bigint {
  const [, digits, zeros = '0'] = /^(-?\d+)(?:e(\d+))?$/.exec(text) ?? [];
  if (digits === undefined || Number(zeros) > MAX_ZEROS) throw unreadable();
  return BigInt(digits) * 10n ** BigInt(zeros);
}

function packField(value: bigint | null, base: bigint, wasNull: boolean): string {
  if (value === null) return wasNull ? '' : '~';
  return !wasNull && value === base ? '' : packAmount(value - base);
}

const valueOf = (reading: MarketReading, field: Field): bigint | null => {
  const value = reading[field];
  return value === null ? null : BigInt(value);
};

/** The minutes of a time since the beginning of a day. @param at epoch s @param day days since 1970 */
const minuteOf = (at: number, day: number): number => Math.floor(at / MINUTE) - day * 24 * 60;

/** @param points in the order of their times, which are within the row @param day that the row begins with, days since 1970 */
export function packPoints(points: readonly MarketPoint[], day: number): string {
  let { minute, base, isNull } = NOTHING_KNOWN;
  return points
    .map((point) => {
      const since = minuteOf(point.at, day) - minute;
      if (since < 0) throw new Error('Points of the market are packed in the order of their times.');
      const known = { base, isNull };
      const fields = FIELDS.map((field) =>
        packField(valueOf(point, field), known.base[field], known.isNull[field]),
      );
      minute += since;
      base = changed(base, (field, before) => valueOf(point, field) ?? before);
      isNull = changed(isNull, (field) => point[field] === null);
      return [since, ...fields].join(',').replace(/(?<!,),+$/, '');
    })
    .join(';');
}

function changed<T>(
  values: Readonly<Record<Field, T>>,
  change: (field: Field, before: T) => T,
): Record<Field, T> {
  return {
    floor: change('floor', values.floor),
    listed: change('listed', values.listed),
    owners: change('owners', values.owners),
    volume: change('volume', values.volume),
  };
}

function unpackPoint(text: string, { minute, base, isNull }: Known): Known {
  const [since = '', ...fields] = text.split(',');
  if (!/^\d+$/.test(since) || fields.length > FIELDS.length) throw unreadable();
  const written = (field: Field): string => fields[FIELDS.indexOf(field)] ?? '';
  return {
    minute: minute + Number(since),
    base: changed(base, (field, before) =>
      ['', '~'].includes(written(field)) ? before : before + unpackAmount(written(field)),
    ),
    isNull: changed(isNull, (field, before) => (written(field) === '' ? before : written(field) === '~')),
  };
}

/** Throws GavelError STORE_UNUSABLE for what `packPoints` did not write. @param day that the row begins with */
export function unpackPoints(text: string, day: number): readonly MarketPoint[] {
  let known = NOTHING_KNOWN;
  return text.split(';').map((point) => {
    known = unpackPoint(point, known);
    const { minute, base, isNull } = known;
    return {
      at: (day * 24 * 60 + minute) * MINUTE,
      floor: isNull.floor ? null : base.floor,
      listed: isNull.listed ? null : Number(base.listed),
      owners: isNull.owners ? null : Number(base.owners),
      volume: isNull.volume ? null : base.volume,
    };
  });
}
