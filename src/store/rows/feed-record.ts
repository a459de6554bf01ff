import { z } from 'zod';
import type { Activity } from '../../domain/activity.ts';
import type { FeedRecord } from '../../domain/feed-record.ts';
import { address, bigint, json, reader, writeJson } from './reader.ts';

/** Kinds of records that are remembered: all that say what happened. */
const kind = z.custom<Activity['kind']>((value) => typeof value === 'string');

const activity = z.object({
  kind,
  collection: address.nullable(),
  tokenId: z.string().nullable(),
  price: bigint.nullable(),
  currency: address.nullable(),
  from: address.nullable(),
  to: address.nullable(),
  txHash: z.string().nullable(),
  logIndex: z.number().nullable(),
  quantity: bigint,
  timestamp: z.number().nullable(),
});

/** Reads a row of `feed_records` with `keys`, a JSON array that begins with the first one. */
export const readFeedRecord: (row: unknown) => FeedRecord = reader(
  'a record of the feed',
  z
    .object({
      id: z.number(),
      payload: json.pipe(z.object({ version: z.literal(1), name: z.string(), record: activity })),
      keys: json.pipe(z.array(z.string())),
      alert_key: z.string().nullable(),
      occurred_at: z.number(),
      seen_at: z.number(),
    })
    .transform(({ payload: { name, record }, keys, ...row }) => ({
      id: row.id,
      activity: {
        ...record,
        keys: [name, ...keys.filter((key) => key !== name)] as const,
        collectionName: null,
        tokenName: null,
        image: null,
        source: null,
        reverted: false,
      },
      alertKey: row.alert_key,
      occurredAt: row.occurred_at,
      seenAt: row.seen_at,
    })),
);

/** As JSON text, without keys, names and pictures: the record's name aside, keys are rows of their own. */
export function writeFeedRecord(told: Activity): string {
  const [name] = told.keys;
  // Nothing but what the schema names is written.
  const {
    keys: _keys,
    collectionName: _c,
    tokenName: _t,
    image: _i,
    source: _s,
    reverted: _r,
    ...record
  } = told;
  return writeJson({ version: 1, name, record });
}
