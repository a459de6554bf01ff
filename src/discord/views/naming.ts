import type { SoldItem } from '#src/alerts/alert.ts';
import { type Address, shortAddress } from '#src/chain/address.ts';
import { shortTokenId } from '#src/chain/token-id.ts';
import { withoutCheckMarks } from '#src/marketplace/collection-names.ts';
import { sanitizeLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { verifiedMarkOf } from './marked-name.ts';

const NAME_LENGTH = 120;
const WALLET_LENGTH = 40;

/** The fields that an item's name is made of. */
type NamedItem = Pick<SoldItem, 'collection' | 'collectionName' | 'tokenId' | 'tokenName'>;

/** The collection's name in the local directory, else that in the record or of the token; not escaped. */
export function collectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  const name = context.collectionName(item.collection, item.collectionName);
  return sanitizeLine(name ?? '', NAME_LENGTH) || shortAddress(item.collection);
}

/** `collectionName` with the mark of a verified collection. */
export function markedCollectionName(
  item: Pick<NamedItem, 'collection' | 'collectionName'>,
  context: ViewContext,
): string {
  return `${collectionName(item, context)}${verifiedMarkOf({ verified: context.isVerified(item.collection) })}`;
}

/**
 * The name of a token or a person, not escaped, without characters that look like the check mark of verified
 * collections. Empty if nothing of it is visible.
 * @param maximum length in UTF-16 units
 */
export function givenName(name: string | null, maximum: number): string {
  return sanitizeLine(withoutCheckMarks(name ?? ''), maximum);
}

/** The cached name of a wallet, `null` without one; not escaped. */
export function walletName(address: Address, context: Pick<ViewContext, 'walletName'>): string | null {
  return givenName(context.walletName(address), WALLET_LENGTH) || null;
}

/** A token's own name, else its collection's name and its number; not escaped. */
export function itemName(item: NamedItem, context: ViewContext): string {
  const own = givenName(item.tokenName, NAME_LENGTH);
  return own === '' ? `${collectionName(item, context)} #${shortTokenId(item.tokenId)}` : own;
}
