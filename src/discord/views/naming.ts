import type { SoldItem } from '#src/alerts/alert.ts';
import { type Address, shortAddress } from '#src/chain/address.ts';
import { shortTokenId } from '#src/chain/token-id.ts';
import { withoutCheckMarks } from '#src/marketplace/collection-names.ts';
import { sanitizeLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { verifiedMarkOf } from './marked-name.ts';

const NAME_LENGTH = 120;
const WALLET_LENGTH = 40;

/** The fields that determine an item's name. */
type NamedItem = Pick<SoldItem, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>;

/** Returns the collection's name in the local directory, else in the record or the token; not escaped. */
export function collectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  const name = context.collectionName(item.collection, item.collectionName);
  return sanitizeLine(name ?? '', NAME_LENGTH) || shortAddress(item.collection);
}

/** Returns `collectionName` with the mark of a verified collection. */
export function markedCollectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  return `${collectionName(item, context)}${verifiedMarkOf({ verified: context.isVerified(item.collection) })}`;
}

/**
 * Returns the name of a token or user, not escaped, without characters that look like the check mark of verified
 * collections. Empty if nothing in it is visible.
 * @param maximum length in UTF-16 units
 */
export function givenName(name: string | null, maximum: number): string {
  return sanitizeLine(withoutCheckMarks(name ?? ''), maximum);
}

/** Returns the cached name of a wallet, `null` without one; not escaped. */
export function walletName(address: Address, context: Pick<ViewContext, 'walletName'>): string | null {
  return givenName(context.walletName(address), WALLET_LENGTH) || null;
}

/** Returns a token's own name, else its collection's name and its number; not escaped. */
export function itemName(item: NamedItem, context: ViewContext): string {
  const own = givenName(item.tokenName, NAME_LENGTH);
  return own === '' ? `${collectionName(item, context)} #${shortTokenId(item.tokenId)}` : own;
}
