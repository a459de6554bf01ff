import type { GreetingAlert } from '#src/alerts/alert.ts';
import { greeting, greetingKeyPrefix } from '#src/alerts/kinds/greeting.ts';
import { addAlert } from './alerts.ts';
import { now } from './database/adapters.ts';
import type { Database, Transaction } from './database/database.ts';
import { inChunks, literal } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { deliverNotice } from './notices.ts';

/** Drops the server's pending greetings but this one: the bot was removed and invited again before they were posted. */
async function dropPending(transaction: Transaction, alertId: number, guildId: string): Promise<void> {
  const pending = await transaction
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select('deliveries.id')
    .where(({ ref }) => ref('deliveries.isNotice'))
    .where('deliveries.state', '=', literal('pending'))
    .where('alerts.topic', '=', literal(greeting.kind))
    .where('alerts.key', 'like', `${greetingKeyPrefix(guildId)}%`)
    .where('alerts.id', '<>', alertId)
    .execute();
  for (const chunk of inChunks(pending.map(({ id }) => id)))
    await transaction.updateTable('deliveries').set({ state: 'dropped' }).where('id', 'in', chunk).execute();
}

/** Creates the store of greetings, which are delivered like notices. */
export function createGreetingStore(database: Database) {
  return {
    /**
     * Resolves to the time since which invitations are greeted, epoch ms: the first call for this database. Servers
     * that the bot joined before are used to it.
     */
    since: (): Promise<number> =>
      database.transaction('greetingsSince', async (transaction) => {
        const since = now(transaction);
        const { greetingsSince } = await transaction
          .insertInto('databaseHistory')
          .values({ id: 1, greetingsSince: since })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(({ fn, ref }) => ({
              greetingsSince: fn.coalesce(
                ref('databaseHistory.greetingsSince'),
                ref('excluded.greetingsSince'),
              ),
            })),
          )
          .returning('greetingsSince')
          .executeTakeFirstOrThrow();
        return greetingsSince ?? since;
      }),

    /**
     * Adds the greeting and its delivery in one transaction. Resolves to `false` if it was added before, by any
     * process: its key is that of the invitation. Greetings of the server's earlier invitations that are still pending
     * are dropped.
     */
    post: (alert: GreetingAlert): Promise<boolean> =>
      database.transaction('postGreeting', async (transaction) => {
        await lockQueueOrder(transaction);
        const alertId = await addAlert(transaction, alert, now(transaction));
        if (alertId === null) return false;
        const { guildId, channelId } = alert;
        await dropPending(transaction, alertId, guildId);
        await deliverNotice(transaction, { alertId, alert, guildId }, [{ channelId, userId: null }]);
        return true;
      }),
  };
}

export type GreetingStore = ReturnType<typeof createGreetingStore>;
