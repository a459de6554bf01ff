import type { GreetingAlert } from '#src/alerts/alert.ts';
import { addAlert } from './alerts.ts';
import { now } from './database/adapters.ts';
import type { Database } from './database/database.ts';
import { lockQueueOrder } from './database/locks.ts';
import { deliverNotice } from './notices.ts';

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
     * process: its key is that of the invitation.
     */
    post: (alert: GreetingAlert): Promise<boolean> =>
      database.transaction('postGreeting', async (transaction) => {
        await lockQueueOrder(transaction);
        const alertId = await addAlert(transaction, alert, now(transaction));
        if (alertId === null) return false;
        const { guildId, channelId } = alert;
        await deliverNotice(transaction, { alertId, alert, guildId }, [{ channelId, userId: null }]);
        return true;
      }),
  };
}

export type GreetingStore = ReturnType<typeof createGreetingStore>;
