import type { MarketAlert, ToldToken } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { unitsCount, unitsOf } from './embed-fields.ts';
import { collectionName, itemName } from './naming.ts';
import { nativePrice } from './price.ts';
import { sweepTotal } from './sweep-total.ts';

/**
 * Several tokens in few words, for a place where Discord reads markdown: `7 × Punks`, `7 NFTs of 2 collections`. Every unit of
 * an ERC1155 counts.
 * @param nameRoom length that a collection's name may have
 */
function tokensText(tokens: readonly ToldToken[], nameRoom: number, context: ViewContext): string {
  const collections = new Map(tokens.map((token) => [token.collection, token]));
  const [first] = collections.values();
  const count = unitsCount(unitsOf(tokens), context);
  return collections.size === 1 && first !== undefined
    ? `${count} × ${escapedLine(collectionName(first, context), nameRoom)}`
    : `${count} NFTs of ${counted(collections.size, 'collection', context)}`;
}

/** The one token that an alert is about; `null` for several, and for an offer on a whole collection. */
export function subjectToken(alert: MarketAlert): ToldToken | null {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return alert.item;
    case 'offer':
    case 'auction':
      return alert.token;
    case 'move':
      return alert.tokens.length === 1 ? (alert.tokens[0] ?? null) : null;
    case 'sweep':
      return null;
    default:
      return alert satisfies never;
  }
}

/**
 * What an alert is about, for a place where Discord reads markdown.
 * @param whole with the name of the collection, where the token's own does not hold it
 */
export function subjectText(
  alert: MarketAlert,
  nameRoom: number,
  context: ViewContext,
  whole = false,
): string {
  const token = subjectToken(alert);
  if (token !== null) {
    const name = itemName(token, context);
    const collection = collectionName(token, context);
    return escapedLine(whole && !name.includes(collection) ? `${name} of ${collection}` : name, nameRoom);
  }
  if (alert.type === 'sweep') return tokensText(alert.items, nameRoom, context);
  if (alert.type === 'move') return tokensText(alert.tokens, nameRoom, context);
  if (alert.type === 'offer') return escapedLine(collectionName(alert, context), nameRoom);
  return '';
}

/** The page of what an alert is about; `null` where there is none. */
export function subjectPage(alert: MarketAlert, context: ViewContext): string | null {
  const { links } = context;
  const token = subjectToken(alert);
  if (token !== null) {
    const auction = alert.type === 'auction' ? links.auction({ ...token, auctionId: alert.auctionId }) : null;
    return auction ?? links.item(token.collection, token.tokenId);
  }
  if (alert.type === 'offer') return links.collection(alert.collection);
  return alert.txHash === null ? null : links.transaction(alert.txHash);
}

/** What an alert is about is worth: the price, the total, the highest bid; `null` where that is not known. Wei. */
export function subjectPrice(alert: MarketAlert): Wei | null {
  switch (alert.type) {
    case 'sale':
    case 'listing':
      return nativePrice(alert.item);
    case 'storm':
      return alert.volume;
    case 'sweep': {
      const { sum, untold } = sweepTotal(alert);
      return untold > 0 ? null : sum;
    }
    case 'offer':
    case 'move':
      return nativePrice(alert);
    case 'auction':
      return alert.bidCount === 0 && alert.leader === null ? null : alert.highestBid;
    default:
      return alert satisfies never;
  }
}
