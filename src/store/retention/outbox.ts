import { giveBack } from '../once.ts';
import { type RetentionPolicy, removeFrom } from './policy.ts';

/**
 * Deliveries settled long ago, unless their message is live and its state still changes; and deliveries pending in a
 * stopped queue, which would expire when it is opened.
 */
const deliveries: RetentionPolicy = {
  what: 'deliveries',
  counted: 'deliveries',
  isLimited: true,
  keptFor: 'settled',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('deliveries')
      .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
      .innerJoin('channelQueues', 'channelQueues.channelId', 'deliveries.channelId')
      .leftJoin('posts', 'posts.id', 'deliveries.postId')
      .select(({ eb, and, or, not, exists, selectFrom, ref, fn, val }) => [
        'deliveries.id',
        'alerts.createdAt as at',
        and([
          eb('alerts.createdAt', '<', expiry.settled),
          or([
            and([
              eb('deliveries.state', '=', 'pending'),
              eb('channelQueues.state', '<>', 'open'),
              // Except deliveries for a summary, which is posted regardless of their age.
              or([ref('deliveries.isUrgent'), eb('deliveries.id', '>', ref('channelQueues.summarisedUpTo'))]),
            ]),
            and([eb('deliveries.state', '=', 'dead'), eb('posts.settledAt', '<', expiry.dead)]),
            and([
              eb('deliveries.state', 'in', ['sent', 'expired', 'dropped']),
              eb(fn.coalesce(ref('posts.settledAt'), val(0)), '<', expiry.settled),
              not(
                exists(
                  selectFrom('liveMessages')
                    .innerJoin('liveStates', 'liveStates.key', 'liveMessages.liveKey')
                    .leftJoin('auctions', 'auctions.liveKey', 'liveStates.key')
                    .select('liveMessages.deliveryId')
                    .whereRef('liveMessages.deliveryId', '=', 'deliveries.id')
                    .where((live) =>
                      live.or([
                        live('liveStates.changedAt', '>=', expiry.settled),
                        live('auctions.id', 'is not', null),
                      ]),
                    ),
                ),
              ),
            ]),
          ]),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('deliveries.id', '>', after)
      .orderBy('deliveries.id')
      .limit(limit)
      .execute(),
  async remove(transaction, ids) {
    await transaction
      .updateTable('posts')
      .set({ staleSince: null })
      .where('id', 'in', (eb) =>
        eb.selectFrom('liveMessages').select('liveMessages.postId').where('deliveryId', 'in', ids),
      )
      .where('staleSince', 'is not', null)
      .execute();
    await transaction.deleteFrom('liveMessages').where('deliveryId', 'in', ids).execute();
    await giveBack(transaction, ids);
    // A queue that was opened in the meantime may be posting one of them.
    await transaction
      .deleteFrom('deliveries')
      .where('id', 'in', ids)
      .where('state', '<>', 'posting')
      .execute();
  },
};

const posts: RetentionPolicy = {
  what: 'posts',
  counted: 'posts',
  isLimited: true,
  keptFor: 'settled',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('posts')
      .select(({ eb, and, or, not, exists, selectFrom }) => [
        'id',
        'firstTryAt as at',
        and([
          or([
            and([eb('state', '=', 'dead'), eb('settledAt', '<', expiry.dead)]),
            and([eb('state', '<>', 'dead'), eb('settledAt', '<', expiry.settled)]),
          ]),
          not(
            exists(
              selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.postId', '=', 'posts.id'),
            ),
          ),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('posts'),
};

const alerts: RetentionPolicy = {
  what: 'alerts',
  counted: 'alerts',
  isLimited: true,
  keptFor: 'settled',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('alerts')
      .select(({ eb, and, not, exists, selectFrom }) => [
        'id',
        'createdAt as at',
        and([
          eb('createdAt', '<', expiry.settled),
          not(
            exists(
              selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.alertId', '=', 'alerts.id'),
            ),
          ),
          not(
            exists(
              selectFrom('pendingRecipients')
                .select('pendingRecipients.id')
                .whereRef('pendingRecipients.alertId', '=', 'alerts.id'),
            ),
          ),
          not(
            exists(
              selectFrom('undecidedAlerts')
                .select('undecidedAlerts.alertId')
                .whereRef('undecidedAlerts.alertId', '=', 'alerts.id'),
            ),
          ),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('alerts'),
};

/**
 * Keeps a state while an alert has its key. If it were deleted earlier, its revisions would start again at one, and
 * messages that show a higher one would never be edited again.
 */
const liveStates: RetentionPolicy = {
  what: 'live states',
  counted: 'liveStates',
  isLimited: true,
  keptFor: 'settled',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('liveStates')
      .select(({ eb, and, not, exists, selectFrom, lit }) => [
        'id',
        lit(null).as('at'),
        and([
          eb('changedAt', '<', expiry.settled),
          not(
            exists(
              selectFrom('alerts').select('alerts.id').whereRef('alerts.liveKey', '=', 'liveStates.key'),
            ),
          ),
          not(
            exists(
              selectFrom('auctions')
                .select('auctions.id')
                .whereRef('auctions.liveKey', '=', 'liveStates.key'),
            ),
          ),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('liveStates'),
};

/** Retention of posted and pending alerts, in an order in which no row is deleted while another refers to it. */
export const OUTBOX_RETENTION: readonly RetentionPolicy[] = [deliveries, posts, alerts, liveStates];
