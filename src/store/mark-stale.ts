import type { Transaction } from './database/database.ts';

/*
 * A message is stale if its content has changed since it was posted. `posts.changes` counts these changes,
 * `posts.staleSince` is set until the message shows the last of them.
 */

/** Counts a change and marks the message as stale, if it is not yet. @param at epoch ms */
const markStale = (transaction: Transaction, at: number) =>
  transaction.updateTable('posts').set(({ eb, fn, ref, val }) => ({
    changes: eb('changes', '+', 1),
    staleSince: fn.coalesce(ref('staleSince'), val(at)),
  }));

const channelsOf = (rows: readonly { readonly channelId: string }[]): readonly string[] => [
  ...new Set(rows.map(({ channelId }) => channelId)),
];

/** Marks a message as stale, because it shows an older state. @param at epoch ms */
export async function markMessageStale(transaction: Transaction, postId: number, at: number): Promise<void> {
  await markStale(transaction, at).where('id', '=', postId).execute();
}

/** Marks the live messages with this key as stale; resolves to their channels, each once. @param at epoch ms */
export async function markLiveMessagesStale(
  transaction: Transaction,
  liveKey: string,
  at: number,
): Promise<readonly string[]> {
  const rows = await markStale(transaction, at)
    .where('id', 'in', (eb) =>
      eb.selectFrom('liveMessages').select('liveMessages.postId').where('liveKey', '=', liveKey),
    )
    .returning('channelId')
    .execute();
  return channelsOf(rows);
}

/**
 * Marks the messages that show this alert as stale, after it changed; resolves to their channels, each once. Alerts
 * with a live key are left out: live messages are edited by their state. Whether a summary can be edited is checked
 * later, channel by channel, since this may affect thousands.
 * @param at epoch ms
 */
export async function markMessagesOfAlertStale(
  transaction: Transaction,
  alertId: number,
  at: number,
): Promise<readonly string[]> {
  const rows = await markStale(transaction, at)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.postId')
        .where('alertId', '=', alertId)
        .where('postId', 'is not', null)
        .where('liveKey', 'is', null),
    )
    .where('state', 'in', ['sending', 'ambiguous', 'sent'])
    .where(({ or, eb }) => or([eb('settledAt', 'is', null), eb('messageId', 'is not', null)]))
    .returning('channelId')
    .execute();
  return channelsOf(rows);
}

/**
 * Records that the message shows its content as of this many changes. Resolves to whether that is the latest. If it has
 * changed since, the message waits behind the others of its channel.
 * @param at epoch ms
 */
export async function markMessageShown(
  transaction: Transaction,
  postId: number,
  { changes, at }: { readonly changes: number; readonly at: number },
): Promise<boolean> {
  const shown = await transaction
    .updateTable('posts')
    .set({ staleSince: null })
    .where('id', '=', postId)
    .where('changes', '=', changes)
    .where('staleSince', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (shown !== undefined) return true;
  await transaction
    .updateTable('posts')
    .set({ staleSince: at })
    .where('id', '=', postId)
    .where('changes', '>', changes)
    .where('staleSince', 'is not', null)
    .execute();
  return false;
}

/** Ends the staleness of messages that are no longer edited. */
export async function endStaleness(transaction: Transaction, postIds: readonly number[]): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({ staleSince: null })
    .where('id', 'in', postIds)
    .where('staleSince', 'is not', null)
    .execute();
}
