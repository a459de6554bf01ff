import { z } from 'zod';
import type { FeedRecord } from '../../alerts/feed-record.ts';
import { address, bigint } from '../../chain/codecs.ts';
import type { Activity } from '../../marketplace/model/activity.ts';
import { json, rowMapper, writeJson } from './row-mapper.ts';

/** Every kind of record is stored. */
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

/** Maps a row of table feed_records with `keys`, a JSON array. */
export const readFeedRecord: (row: unknown) => FeedRecord = rowMapper(
  'a feed record',
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

/** As JSON text, without names and pictures. Of the keys it contains the first; all are rows of their own. */
export function writeFeedRecord(activityRecord: Activity): string {
  const [name] = activityRecord.keys;
  // Only the properties of the schema are written.
  const {
    keys: _keys,
    collectionName: _c,
    tokenName: _t,
    image: _i,
    source: _s,
    reverted: _r,
    ...record
  } = activityRecord;
  return writeJson({ version: 1, name, record });
}
