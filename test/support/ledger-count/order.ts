import { isThen } from '../../../sandbox/demo/feed-check.ts';
import { type PostedFeedAlert, readMessage } from '../../../sandbox/demo/message-reader.ts';
import type { StoredMessage } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';

interface PositionedRecord {
  readonly record: LedgerRecord;
  readonly position: number;
}

const matchesMessage =
  ({ txHash, at, shortlyBefore }: PostedFeedAlert) =>
  ({ record }: PositionedRecord): boolean =>
    (txHash === null || record.txHash === txHash) && isThen(record.timestamp, { at, shortlyBefore });

/**
 * Describes the alerts of one channel that come after one which the feed showed later. Leaves out summaries, which are
 * sorted by importance, repeat trades, whose count continues, and the order of tokens within one transaction.
 */
export function outOfOrder(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
): readonly string[] {
  const positioned = records.flatMap((record, position): PositionedRecord[] =>
    record.history ? [] : [{ record, position }],
  );
  const byItem = Map.groupBy(positioned, ({ record }) => `${record.collection}/${record.tokenId}`);
  let latest = { position: -1, words: '' };
  const found: string[] = [];
  for (const { payload } of messages) {
    if (payload.embeds[0]?.url === undefined) continue;
    for (const posted of readMessage(payload).posted) {
      if (posted.type !== 'feed' || posted.repeats !== null) continue;
      const positions = posted.items.flatMap((item) => {
        const [only, ...more] = (byItem.get(item) ?? []).filter(matchesMessage(posted));
        // An ambiguous message cannot be used for the order.
        return only === undefined || more.length > 0 ? [] : [only.position];
      });
      if (positions.length === 0) continue;
      const position = positions.reduce((a, b) => Math.min(a, b));
      const words = `${posted.items.join(', ')} (record ${position}) at ${payload.timestamp}`;
      if (position < latest.position) found.push(`${words} after ${latest.words}`);
      else latest = { position, words };
    }
  }
  return found;
}
