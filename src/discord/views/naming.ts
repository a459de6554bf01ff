import { shortAddress } from '../../domain/address.ts';
import type { SoldItem } from '../../domain/alert.ts';
import { shortTokenId } from '../../domain/token-id.ts';
import { plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';

const NAME_LENGTH = 120;

/** What of an item its name is made of. */
type NamedItem = Pick<SoldItem, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>;

/** The collection's name as the feed, the token or the local directory tells it; not escaped. */
export function collectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  const told = plainLine(item.collectionName ?? '', NAME_LENGTH);
  const known = told === '' ? plainLine(context.collectionName(item.collection) ?? '', NAME_LENGTH) : told;
  return known === '' ? shortAddress(item.collection) : known;
}

/** What a token is called: its own name, or that of its collection and its number; not escaped. */
export function itemName(item: NamedItem, context: ViewContext): string {
  const own = plainLine(item.tokenName ?? '', NAME_LENGTH);
  return own === '' ? `${collectionName(item, context)} #${shortTokenId(item.tokenId)}` : own;
}
