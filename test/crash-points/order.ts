import { readMessage } from '../../sandbox/demo/tellings.ts';
import type { StoredMessage } from '../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../sandbox/marketplace/ledger.ts';

const keyOf = (kind: string, item: string, txHash: string | null) => `${kind} ${item} ${txHash ?? ''}`;

/** The places of what the feed showed, by how it is told; what looks like something else is left out. */
function placesOf(records: readonly LedgerRecord[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const [place, { kind, collection, tokenId, txHash, history }] of records.entries()) {
    if (history) continue;
    const key = keyOf(kind, `${collection}/${tokenId}`, txHash);
    if (places.has(key)) ambiguous.add(key);
    places.set(key, place);
  }
  for (const key of ambiguous) places.delete(key);
  return places;
}

/**
 * How many alerts of one channel stand below one that the feed showed after them. Left out are summaries, which name what
 * matters most first, storms, which count on, and several tokens of one transaction among themselves.
 */
export function countOutOfOrder(
  records: readonly LedgerRecord[],
  messages: readonly StoredMessage[],
): number {
  const places = placesOf(records);
  let latest = -1;
  let outOfOrder = 0;
  for (const { payload } of messages) {
    if (payload.embeds[0]?.url === undefined) continue;
    for (const telling of readMessage(payload).tellings) {
      if (!('items' in telling) || telling.storm !== null) continue;
      const found = telling.items.flatMap(
        (item) => places.get(keyOf(telling.kind, item, telling.txHash)) ?? [],
      );
      if (found.length === 0) continue;
      const first = found.reduce((a, b) => Math.min(a, b));
      if (first < latest) outOfOrder += 1;
      latest = Math.max(latest, first);
    }
  }
  return outOfOrder;
}
