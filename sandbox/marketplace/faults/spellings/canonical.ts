import { isRecord } from '../record.ts';

/** An activity in canonical form, from which each family of spellings is written. */
export interface PlainActivity {
  readonly id: string;
  /** The sandbox's own kind, such as `sale` or `auction_bid`. */
  readonly kind: string;
  /** Lower-case address. */
  readonly collection: string;
  readonly collectionName: string;
  /** Decimal digits. */
  readonly tokenId: string;
  readonly tokenName: string;
  readonly image: string;
  readonly nftType: string;
  readonly quantity: number;
  /** Decimal digits of wei. */
  readonly wei: string | null;
  /** Seller, lister or sender. */
  readonly from: string | null;
  /** Buyer or receiver. */
  readonly to: string | null;
  /** Bidder or offeror. */
  readonly maker: string | null;
  readonly auctionId: number | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** How a family writes an activity, and its key for the list. */
export interface Family {
  readonly list: string;
  readonly write: (plain: PlainActivity) => object;
}

/** Reads an activity in the sandbox's own spelling; undefined for any other value. */
export function toPlainActivity(activity: unknown): PlainActivity | undefined {
  if (!isRecord(activity) || typeof activity['timestamp'] !== 'number') return undefined;
  const text = (name: string): string | null => {
    const value = activity[name];
    return typeof value === 'string' ? value : null;
  };
  const number = (name: string): number | null => {
    const value = activity[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    id: text('_id') ?? '',
    kind: text('type') ?? '',
    collection: text('collectionAddress') ?? '',
    collectionName: text('collectionName') ?? '',
    tokenId: digitsOf(activity['tokenId']),
    tokenName: text('tokenName') ?? '',
    image: text('image') ?? '',
    nftType: text('nftType') ?? '',
    quantity: number('amount') ?? 1,
    wei: text('price'),
    from: text('seller') ?? text('from'),
    to: text('buyer') ?? text('to'),
    maker: text('bidder') ?? text('offeror'),
    auctionId: number('auctionId'),
    txHash: text('txHash'),
    logIndex: number('logIndex'),
    timestamp: activity['timestamp'],
  };
}

/** The digits of a number, also of a raw JSON number. */
function digitsOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'rawJSON' in value) return String(value.rawJSON);
  return typeof value === 'number' ? String(value) : '';
}

/** Wei as an exact decimal string of coins; always with a point, because without one it would be read as wei. */
export function toCoins(wei: string): string {
  const digits = wei.padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  return `${digits.slice(0, -18)}.${fraction === '' ? '0' : fraction}`;
}

/** Unix seconds as ISO 8601. */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Removes null values, as some families do. */
export function withoutNulls(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
