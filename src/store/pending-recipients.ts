import { z } from 'zod';
import { compiledQuery } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { jsonColumn } from './database/json.ts';
import type { Recipient, SilencedRecipient } from './model/recipient.ts';

/** Properties of a recipient, as a bit sum. */
const SKIP_IF_LIVE = 1;
const PERSONAL = 2;
/** The id of the silence is the first number after this one. */
const SILENCED = 4;

/** Arrays instead of objects, because there may be thousands. */
const recipientsJson = jsonColumn(
  'a list of recipients of an alert',
  z.array(
    z.tuple(
      [
        z.string(),
        z
          .number()
          .int()
          .min(0)
          .max(SKIP_IF_LIVE | PERSONAL | SILENCED),
      ],
      z.number(),
    ),
  ),
);

/** Recipients of an alert whose delivery has not been created yet. */
export interface PendingRecipients {
  readonly id: number;
  readonly alertId: number;
  readonly recipients: readonly (Recipient | SilencedRecipient)[];
}

const insertPending = rowInsertion('pendingRecipients', { alertId: 'integer', recipients: 'text' });

/** Appends them to the list, in order. Call it after `lockQueueOrder`. */
export async function addPendingRecipients(
  transaction: Transaction,
  parts: readonly Omit<PendingRecipients, 'id'>[],
): Promise<void> {
  const rows = parts.map(({ alertId, recipients }) => ({
    alertId,
    recipients: recipientsJson.write(
      recipients.map((recipient) => {
        const { channelId, skipIfLive, isPersonal = false, subscriptionIds } = recipient;
        const silence = 'silenceId' in recipient ? [recipient.silenceId] : [];
        return [
          channelId,
          (skipIfLive ? SKIP_IF_LIVE : 0) | (isPersonal ? PERSONAL : 0) | (silence.length > 0 ? SILENCED : 0),
          ...silence,
          ...subscriptionIds,
        ];
      }),
    ),
  }));
  await insertPending(transaction, rows, {});
}

const findAny = compiledQuery((queries: Queries) =>
  queries.selectFrom('pendingRecipients').select('id').limit(1),
);

export async function hasPendingRecipients(queries: Queries): Promise<boolean> {
  return (await findAny(queries, {})).length > 0;
}

/** Takes the next entry from the list; `null` if it is empty. */
export async function takePendingRecipients(transaction: Transaction): Promise<PendingRecipients | null> {
  const next = await transaction
    .selectFrom('pendingRecipients')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  await transaction.deleteFrom('pendingRecipients').where('id', '=', next.id).execute();
  const { id, alertId, recipients } = next;
  return {
    id,
    alertId,
    recipients: recipientsJson.read(recipients).map(([channelId, flags, ...ids]) => {
      const recipient = {
        channelId,
        skipIfLive: (flags & SKIP_IF_LIVE) !== 0,
        isPersonal: (flags & PERSONAL) !== 0,
      };
      const [silenceId, ...silencedIds] = ids;
      return (flags & SILENCED) === 0 || silenceId === undefined
        ? { ...recipient, subscriptionIds: ids }
        : { ...recipient, subscriptionIds: silencedIds, silenceId };
    }),
  };
}
