import type { LookupTarget } from '#src/alerts/description.ts';
import { addressField, countField, numberField } from './field.ts';
import { type Destination, defineLink } from './link.ts';

// Links of screens that lead to each other, to avoid circular imports. Commands register the screens.

export const collectionLink = defineLink('collection', { collection: addressField });
/** All collections. */
export const collectionsLink = defineLink('collections', { page: countField });
export const tokenLink = defineLink('token', { collection: addressField, tokenId: numberField });
export const auctionLink = defineLink('auction', { collection: addressField, auctionId: numberField });
export const profileLink = defineLink('profile', { who: addressField });

// Screens that ask for which events a user wants messages.
export const watchTokenLink = defineLink('watch-token', { collection: addressField, tokenId: numberField });
export const watchCollectionLink = defineLink('watch-collection', { collection: addressField });
export const watchAuctionLink = defineLink('watch-auction', {
  collection: addressField,
  auctionId: numberField,
});
export const watchWalletLink = defineLink('watch-wallet', { who: addressField });

/** Leads to the screen that offers narrower conditions for a watch, by its number. */
export const narrowLink = defineLink('watch-narrow', { id: numberField });

/** Returns the watch screen for the target of a component under an alert. */
export function watchDestinationOf(target: LookupTarget): Destination {
  switch (target.at) {
    case 'collection':
      return watchCollectionLink.to(target);
    case 'token':
      return watchTokenLink.to(target);
    case 'auction':
      return watchAuctionLink.to(target);
    default:
      return target satisfies never;
  }
}

/** Watch screens by lookup screen; their parameters are the same. */
const WATCHED_AT: ReadonlyMap<string, string> = new Map([
  [collectionLink.id, watchCollectionLink.id],
  [tokenLink.id, watchTokenLink.id],
  [auctionLink.id, watchAuctionLink.id],
  [profileLink.id, watchWalletLink.id],
]);

/** Returns the watch screen for a lookup; `null` if it cannot be watched. */
export function watchDestinationOfLookup({ id, texts }: Destination): Destination | null {
  const watched = WATCHED_AT.get(id);
  return watched === undefined ? null : { id: watched, texts };
}

/** Returns the screen that a component under an alert leads to. */
export function destinationOf(target: LookupTarget): Destination {
  switch (target.at) {
    case 'collection':
      return collectionLink.to(target);
    case 'token':
      return tokenLink.to(target);
    case 'auction':
      return auctionLink.to(target);
    default:
      return target satisfies never;
  }
}
