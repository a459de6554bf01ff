import { type Alert, withLatestState } from '#src/alerts/alert.ts';
import { alertJson, marketAlertJson } from './alerts.ts';
import type { Database } from './database/database.ts';

/** Maximum alerts that are read of a post, as many as a summary has. */
const MAX_ALERTS = 500;

/** The alerts of a message. */
export interface PostedAlerts {
  /** The channel or person that got it. */
  readonly channelId: string;
  /** In the order in which the message counts them, in their latest states; without those that were deleted. */
  readonly alerts: readonly Alert[];
}

/** Creates the transactions that read what was posted. */
export function createPostedAlertStore(database: Database) {
  return {
    /** Returns the alerts of a post; `null` if the post does not exist. */
    alertsOfPost: (postId: number): Promise<PostedAlerts | null> =>
      database.read('alertsOfPost', async (queries) => {
        const post = await queries
          .selectFrom('posts')
          .select('channelId')
          .where('id', '=', postId)
          .executeTakeFirst();
        if (post === undefined) return null;
        const rows = await queries
          .selectFrom('deliveries')
          .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
          .leftJoin('liveStates', 'liveStates.key', 'deliveries.liveKey')
          .select(['alerts.payload', 'liveStates.payload as state'])
          .where('deliveries.postId', '=', postId)
          .orderBy('deliveries.isUrgent', 'desc')
          .orderBy('deliveries.id')
          .limit(MAX_ALERTS)
          .execute();
        const alerts = rows.map(({ payload, state }) => {
          const alert = alertJson.read(payload);
          return state === null ? alert : withLatestState(alert, marketAlertJson.read(state));
        });
        return { channelId: post.channelId, alerts };
      }),
  };
}
