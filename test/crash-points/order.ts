import { type PostedFeedAlert, readMessage } from '../../sandbox/demo/message-reader.ts';
import type { StoredMessage } from '../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';

interface PositionedRecord {
  readonly record: LedgerRecord;
  readonly position: number;
}

const matchesMessage =
  ({ txHash, at }: PostedFeedAlert) =>
  ({ record }: PositionedRecord): boolean =>
    (txHash === null || record.txHash === txHash) && (at === null || record.timestamp === at);

/**
 * Counts the alerts of one channel that come after one which the feed showed later. Leaves out summaries, which are sorted
 * by importance, repeat trades, whose count continues, and the order of tokens within one transaction.
 */
export function countOutOfOrder(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
): number {
  const positioned = records.flatMap((record, position): PositionedRecord[] =>
    record.history ? [] : [{ record, position }],
  );
  const byItem = Map.groupBy(positioned, ({ record }) => `${record.collection}/${record.tokenId}`);
  let latest = -1;
  let outOfOrder = 0;
  for (const { payload } of messages) {
    if (payload.embeds[0]?.url === undefined) continue;
    for (const posted of readMessage(payload).posted) {
      if (posted.type !== 'feed' || posted.repeats !== null) continue;
      const found = posted.items.flatMap((item) => {
        const [only, ...more] = (byItem.get(item) ?? []).filter(matchesMessage(posted));
        // An ambiguous message cannot be used for the order.
        return only === undefined || more.length > 0 ? [] : [only.position];
      });
      if (found.length === 0) continue;
      const first = found.reduce((a, b) => Math.min(a, b));
      if (first < latest) outOfOrder += 1;
      latest = Math.max(latest, first);
    }
  }
  return outOfOrder;
}
