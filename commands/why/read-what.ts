import { auctionLiveKey } from '#src/alerts/auctions/auction-alerts.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { parseAddress } from '#src/chain/address.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { EventSearch } from '#src/store/model/detected-event.ts';

/** What somebody asks about: events, or those of a message of the bot. */
export type What =
  | EventSearch
  | { readonly by: 'message'; readonly channelId: string; readonly messageId: string };

const TRANSACTION = /(?:^|[^0-9a-z])(0x[0-9a-f]{64})(?![0-9a-z-])/i;
const AUCTION = /^0x[0-9a-f]{64}-0x[0-9a-f]{40}-\d{1,78}$/i;
const MESSAGE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/\d{1,20}\/(\d{1,20})\/(\d{1,20})$/;

/** Reads a link, a transaction, a token or an auction; `null` if the text names none of them. */
export function readWhat(
  typed: string,
  { collections, suggestions, view }: Pick<CommandServices, 'collections' | 'suggestions' | 'view'>,
): What | null {
  const text = typed.trim();
  const [, channelId, messageId] = MESSAGE.exec(text) ?? [];
  if (channelId !== undefined && messageId !== undefined) return { by: 'message', channelId, messageId };
  if (AUCTION.test(text)) return { by: 'live', liveKey: auctionLiveKey(text.toLowerCase()) };
  const [, txHash] = TRANSACTION.exec(text) ?? [];
  if (txHash !== undefined) return { by: 'transaction', txHash: txHash.toLowerCase() };
  for (const meaning of meaningsOf(text, view.links.read)) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const { collection: named } = meaning;
    const collection = named === null ? null : (collections.resolve(named)?.address ?? parseAddress(named));
    if (collection === null) continue;
    if (meaning.of === 'token') return { by: 'token', token: tokenKey(collection, meaning.tokenId) };
    const auction = suggestions
      .auctions()
      .find((one) => one.collection === collection && one.auctionId === meaning.auctionId);
    if (auction !== undefined) return { by: 'live', liveKey: auctionLiveKey(auction.id) };
    if (meaning.tokenId !== null) return { by: 'token', token: tokenKey(collection, meaning.tokenId) };
  }
  return null;
}
