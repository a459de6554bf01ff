import type { SoldItem } from '#src/alerts/alert.ts';
import { type Address, shortAddress } from '#src/chain/address.ts';
import { shortTokenId } from '#src/chain/token-id.ts';
import { VERIFIED_MARK, withoutCheckMarks } from '#src/marketplace/collection-names.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { drawSegments } from '../render/segments.ts';
import { sanitizeLine } from '../text.ts';
import type { ViewContext } from './context.ts';

const NAME_LENGTH = 120;
const WALLET_LENGTH = 40;

/** Suffix of a collection's name: the check mark if the marketplace verified it. */
export function verifiedMarkOf({ verified }: Pick<CollectionSummary, 'verified'>): string {
  return verified ? ` ${VERIFIED_MARK}` : '';
}

/**
 * A collection of the local directory by name, for a place where Discord reads no markdown: `Lantern Foxes ✓`.
 * @param maximum length of the answer in UTF-16 units
 */
export function markedName(collection: CollectionSummary, maximum: number): string {
  const mark = verifiedMarkOf(collection);
  return `${sanitizeLine(collection.name, maximum - mark.length) || shortAddress(collection.address)}${mark}`;
}

/** The fields that an item's name is made of. */
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

/** A wallet as alerts show it: with its name where that is known, linked to its page where there is one. */
export function walletText(address: Address, view: ViewContext): string {
  const wallet = { type: 'wallet', address, name: walletName(address, view) } as const;
  return drawSegments([wallet], view, { nameLength: 40, links: true, wallets: 'linked' });
}
