import { z } from 'zod';
import { type FeedRecord, locationKeysOf, type NewFeedRecord } from '#src/alerts/feed-record.ts';
import { address, bigint } from '#src/chain/codecs.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { versionedJson } from './database/json.ts';
import { inChunks } from './database/lists.ts';
import { idBeyondIfMany } from './database/surplus.ts';
import type { Tables } from './database/tables.ts';

/** The maximum number of records in one poll, which usually covers several hours. */
export const MAX_FEED_RECORDS = 10_000;

/** All kinds of records are stored. */
const kind = z.custom<Activity['kind']>((value) => typeof value === 'string');

/** Format of amounts in another coin; absent if unknown, and for the chain's own coin. */
const coin = z.object({ symbol: z.string(), decimals: z.number() }).optional();
const bundledToken = z.object({ collection: address, tokenId: z.string(), quantity: bigint }).readonly();

/** A record without names and pictures. It contains only the first key; all keys are separate rows. */
const recordJson = versionedJson(
  'a feed record',
  1,
  z.object({
    name: z.string(),
    kind,
    collection: address.nullable(),
    tokenId: z.string().nullable(),
    bundle: z.array(bundledToken).readonly().optional(),
    price: bigint.nullable(),
    currency: address.nullable(),
    coin,
    reserved: z.object({ for: address.nullable() }).optional(),
    falling: z.object({ to: bigint, from: z.number().nullable(), until: z.number().nullable() }).optional(),
    from: address.nullable(),
    to: address.nullable(),
    txHash: z.string().nullable(),
    logIndex: z.number().nullable(),
    quantity: bigint,
    timestamp: z.number().nullable(),
    reverted: z.boolean().default(false),
  }),
);

function writeRecord({
  keys: [name],
  collectionName: _collectionName,
  tokenName: _tokenName,
  image: _image,
  source: _source,
  coin: writtenAs,
  tokenDefect: _defect,
  ...record
}: Activity): string {
  return recordJson.write({ ...record, name, coin: writtenAs ?? undefined });
}

const insertRecords = rowInsertion(
  'feedRecords',
  {
    payload: 'text',
    alertKey: 'text',
    transactionPosition: 'text',
    timePosition: 'text',
    occurredAt: 'real',
  },
  { constants: { seenAt: 'real' }, returning: ['id'] },
);

/** Inserts record keys. A key stays with the first record that had it. */
const insertRecordKeys = rowInsertion(
  'feedRecordKeys',
  { key: 'text', recordId: 'integer' },
  { unlessKnown: ['key'] },
);

/**
 * Stores new records and deletes the oldest ones beyond the limit.
 * @param seenAt epoch ms
 */
export async function addFeedRecords(
  transaction: Transaction,
  records: readonly NewFeedRecord[],
  seenAt: number,
): Promise<void> {
  const rows = records.map(({ activity, alertKey, occurredAt }) => {
    const { tx, time } = locationKeysOf(activity);
    const positions = { transactionPosition: tx, timePosition: time };
    return { payload: writeRecord(activity), alertKey, ...positions, occurredAt };
  });
  // Ids are assigned in the order of the rows.
  const ids = (await insertRecords(transaction, rows, { seenAt }))
    .map(({ id }) => id)
    .toSorted((one, other) => one - other);
  const keys = records.flatMap(({ activity }, index) => {
    const recordId = ids[index];
    if (recordId === undefined) throw new Error('A record of the feed got no id.');
    return activity.keys.map((key) => ({ key, recordId }));
  });
  await insertRecordKeys(transaction, keys, {});
  await transaction
    .deleteFrom('feedRecords')
    .where('id', '<=', idBeyondIfMany('feedRecords', MAX_FEED_RECORDS))
    .execute();
}

/** Replaces a record with a later version of it. */
export async function updateFeedRecord(
  transaction: Transaction,
  id: number,
  activity: Activity,
): Promise<void> {
  const { tx, time } = locationKeysOf(activity);
  const { numUpdatedRows } = await transaction
    .updateTable('feedRecords')
    .set({ payload: writeRecord(activity), transactionPosition: tx, timePosition: time })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const keys = activity.keys.map((key) => ({ key, recordId: id }));
  await insertRecordKeys(transaction, keys, {});
}

/** Reads a record. @param keys all of its keys */
function readFeedRecord(
  { id, payload, alertKey, occurredAt, seenAt }: Omit<Tables['feedRecords'], 'id'> & { readonly id: number },
  keys: readonly string[],
): FeedRecord {
  const { name, ...record } = recordJson.read(payload);
  const activity: Activity = {
    ...record,
    keys: [name, ...keys.filter((key) => key !== name)],
    collectionName: null,
    tokenName: null,
    image: null,
    source: null,
  };
  return { id, activity, alertKey, occurredAt, seenAt };
}

/** Finds the records with these ids, with all their keys, in the order of their ids. */
async function recordsWithIds(queries: Queries, ids: readonly number[]): Promise<readonly FeedRecord[]> {
  const records: FeedRecord[] = [];
  for (const chunk of inChunks(ids)) {
    const rows = await queries
      .selectFrom('feedRecords')
      .selectAll()
      .where('id', 'in', chunk)
      .orderBy('id')
      .execute();
    const keys = await queries
      .selectFrom('feedRecordKeys')
      .select(['key', 'recordId'])
      .where('recordId', 'in', chunk)
      .orderBy('key')
      .execute();
    const keysOf = Map.groupBy(keys, ({ recordId }) => recordId);
    for (const row of rows)
      records.push(
        readFeedRecord(
          row,
          (keysOf.get(row.id) ?? []).map(({ key }) => key),
        ),
      );
  }
  return records;
}

/** Finds the record for each of these keys, in order; `null` if there is none. */
export async function recordsOfKeys(
  queries: Queries,
  keys: readonly string[],
): Promise<readonly (FeedRecord | null)[]> {
  const ids = new Map<string, number>();
  for (const chunk of inChunks([...new Set(keys)])) {
    const rows = await queries
      .selectFrom('feedRecordKeys')
      .select(['key', 'recordId'])
      .where('key', 'in', chunk)
      .execute();
    for (const { key, recordId } of rows) ids.set(key, recordId);
  }
  const records = await recordsWithIds(queries, [...new Set(ids.values())]);
  const byId = new Map(records.map((record) => [record.id, record]));
  return keys.map((key) => byId.get(ids.get(key) ?? Number.NaN) ?? null);
}

/** Finds records at any of these positions, without duplicates. */
export async function recordsAtChainPositions(
  queries: Queries,
  positions: readonly ReturnType<typeof locationKeysOf>[],
): Promise<readonly FeedRecord[]> {
  const ids = new Set<number>();
  for (const column of ['transactionPosition', 'timePosition'] as const) {
    const keys = positions.flatMap(({ tx, time }) => (column === 'transactionPosition' ? tx : time) ?? []);
    for (const chunk of inChunks([...new Set(keys)])) {
      const rows = await queries.selectFrom('feedRecords').select('id').where(column, 'in', chunk).execute();
      for (const { id } of rows) ids.add(id);
    }
  }
  return recordsWithIds(queries, [...ids]);
}

/** Finds the records of each of these alerts, in chronological order. */
export async function recordsOfAlerts(
  queries: Queries,
  alertKeys: readonly string[],
): Promise<readonly (readonly FeedRecord[])[]> {
  const ids: number[] = [];
  for (const chunk of inChunks([...new Set(alertKeys)])) {
    const rows = await queries
      .selectFrom('feedRecords')
      .select('id')
      .where('alertKey', 'in', chunk)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  const records = (await recordsWithIds(queries, ids)).toSorted((one, other) => one.id - other.id);
  return alertKeys.map((key) => records.filter(({ alertKey }) => alertKey === key));
}
