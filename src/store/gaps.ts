import type { Database, Transaction } from './database/database.ts';
import type { FeedGap, RecordCounts } from './model/ingest-batch.ts';
import { recordCountsSince } from './record-counts.ts';

/** Records a gap and deletes the oldest ones beyond the limit. */
export async function recordGap(
  transaction: Transaction,
  { noticedAt, oldestReadAt }: FeedGap,
  maxGaps: number,
): Promise<void> {
  await transaction.insertInto('feedGaps').values({ noticedAt, oldestReadAt }).execute();
  const { limit } = (await transaction
    .selectFrom('feedGaps')
    .select('id as limit')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxGaps)
    .executeTakeFirst()) ?? { limit: 0 };
  await transaction.deleteFrom('feedGaps').where('id', '<=', limit).execute();
}

/** Creates the store of gaps in the feed. */
export function createGapStore(database: Database) {
  return {
    /**
     * Resolves to the number of new records since the day of `since` (epoch ms, UTC; at most seven days ago), and how
     * many of them were unreadable.
     */
    recordCounts: (since: number): Promise<RecordCounts> =>
      database.read('recordCounts', (queries) => recordCountsSince(queries, since)),

    /** Resolves to the gaps in the feed that were noticed at `since` (epoch ms) or later, newest first. */
    feedGaps: (since: number): Promise<readonly FeedGap[]> =>
      database.read('feedGaps', (queries) =>
        queries
          .selectFrom('feedGaps')
          .select(['noticedAt', 'oldestReadAt'])
          .where('noticedAt', '>=', since)
          .orderBy('id', 'desc')
          .execute(),
      ),
  };
}
