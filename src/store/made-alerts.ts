import type { Alert } from '#src/alerts/alert.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import type { Ingestion } from './ingestion.ts';

/** An alert that was made for one rule. */
export interface MadeAlert {
  readonly alert: Alert;
  readonly rule: Pick<Subscription, 'id' | 'channelId'>;
  /** Whether it is posted. Otherwise it is only recorded, so that it is not made again. */
  readonly isPosted: boolean;
  /** The silence that leaves it out; `null` or absent for none. */
  readonly silenceId?: number | null;
}

async function knownKeys(queries: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const chunk of inChunks([...new Set(keys)])) {
    const rows = await queries.selectFrom('alerts').select('key').where('key', 'in', chunk).execute();
    for (const { key } of rows) found.add(key);
  }
  return found;
}

/** Returns the channels of the active rules among these. */
async function activeRules(
  transaction: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (const chunk of inChunks([...new Set(ids)])) {
    const rows = await transaction
      .selectFrom('subscriptions')
      .select(['id', 'channelId'])
      .where('id', 'in', chunk)
      .where('pausedAt', 'is', null)
      .execute();
    for (const { id, channelId } of rows) found.set(id, channelId);
  }
  return found;
}

/** Creates the transactions of alerts that are made for one rule. */
export function createMadeAlertStore(database: Database, ingestion: Ingestion) {
  return {
    /** Resolves to the stored alert keys among these. `prune` documents the retention of alerts. */
    alertsMade: (keys: readonly string[]): Promise<ReadonlySet<string>> =>
      database.read('alertsMade', (queries) => knownKeys(queries, keys)),
    /**
     * Writes the alerts in one transaction, each addressed to its rule's channel. Alerts with a known key are left out,
     * as are those whose rule was removed or paused in the meantime. Resolves to the channels with new deliveries.
     * @param at epoch ms
     */
    ingestMade: (alerts: readonly MadeAlert[], at: number): Promise<readonly string[]> =>
      ingestion.ingest('ingestMade', async (transaction) => {
        const active = await activeRules(
          transaction,
          alerts.map(({ rule }) => rule.id),
        );
        const wanted = alerts.filter(({ rule: { id, channelId } }) => active.get(id) === channelId);
        if (wanted.length === 0) return null;
        return {
          at,
          topics: [],
          alerts: wanted.map(({ alert, rule: { id, channelId }, isPosted, silenceId = null }) => {
            const channel = { channelId, subscriptionIds: [id], skipIfLive: false };
            if (!isPosted) return { alert, channels: [] };
            return silenceId === null
              ? { alert, channels: [channel] }
              : { alert, channels: [], silenced: [{ ...channel, silenceId }] };
          }),
        };
      }),
  };
}
