import { type FeedPosted, readMessage } from '../../sandbox/demo/posted.ts';
import type { StoredMessage } from '../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';

interface Placed {
  readonly record: LedgerRecord;
  readonly place: number;
}

const isMeant =
  ({ txHash, at }: FeedPosted) =>
  ({ record }: Placed): boolean =>
    (txHash === null || record.txHash === txHash) && (at === null || record.timestamp === at);

/**
 * How many alerts of one channel stand below one that the feed showed after them. Left out are summaries, which name what
 * matters most first, repeat trades, which count on, and several tokens of one transaction among themselves.
 */
export function countOutOfOrder(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
): number {
  const placed = records.flatMap((record, place): Placed[] => (record.history ? [] : [{ record, place }]));
  const byItem = Map.groupBy(placed, ({ record }) => `${record.collection}/${record.tokenId}`);
  let latest = -1;
  let outOfOrder = 0;
  for (const { payload } of messages) {
    if (payload.embeds[0]?.url === undefined) continue;
    for (const posted of readMessage(payload).posted) {
      if (posted.type !== 'feed' || posted.repeats !== null) continue;
      const found = posted.items.flatMap((item) => {
        const [only, ...more] = (byItem.get(item) ?? []).filter(isMeant(posted));
        // What may be something else says nothing of the order.
        return only === undefined || more.length > 0 ? [] : [only.place];
      });
      if (found.length === 0) continue;
      const first = found.reduce((a, b) => Math.min(a, b));
      if (first < latest) outOfOrder += 1;
      latest = Math.max(latest, first);
    }
  }
  return outOfOrder;
}
