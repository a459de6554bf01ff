import { shortAddress } from '../../domain/address.ts';
import type { SoldItem } from '../../domain/alert.ts';
import { shortTokenId } from '../../domain/token-id.ts';
import { plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';

const NAME_LENGTH = 120;

/** What of an item its name is made of. */
type NamedItem = Pick<SoldItem, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>;

/** The collection's name as the local directory, or else the feed or the token tells it; not escaped. */
export function collectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  const name = context.collectionName(item.collection, item.collectionName);
  return plainLine(name ?? '', NAME_LENGTH) || shortAddress(item.collection);
}

/** What a token is called: its own name, or that of its collection and its number; not escaped. */
export function itemName(item: NamedItem, context: ViewContext): string {
  const own = plainLine(item.tokenName ?? '', NAME_LENGTH);
  return own === '' ? `${collectionName(item, context)} #${shortTokenId(item.tokenId)}` : own;
}
