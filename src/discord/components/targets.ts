import type { LookupTarget } from '#src/alerts/description.ts';
import { addressField, countField, idField, numberField, textField } from './field.ts';
import { type Destination, defineLink } from './link.ts';

// Links of components that lead to each other, so that none needs to import another in a circle. Commands register the
// components.

export const collectionLink = defineLink('collection', { collection: addressField });
/** All collections. */
export const collectionsLink = defineLink('collections', { page: countField });
export const tokenLink = defineLink('token', { collection: addressField, tokenId: numberField });
export const auctionLink = defineLink('auction', { collection: addressField, auctionId: numberField });
export const profileLink = defineLink('profile', { who: addressField });

// What asks when a person wants to be told of something.
export const watchTokenLink = defineLink(
  'watch-token',
  { collection: addressField, tokenId: numberField },
  'nobody',
);
export const watchCollectionLink = defineLink('watch-collection', { collection: addressField }, 'nobody');
export const watchAuctionLink = defineLink(
  'watch-auction',
  { collection: addressField, auctionId: numberField },
  'nobody',
);
export const watchWalletLink = defineLink('watch-wallet', { who: addressField }, 'nobody');

/** All alerts of a summary, by the number of its post and the mark of its first alert. */
export const summaryLink = defineLink('summary', { post: numberField, mark: textField(8), page: countField });

/** What offers something narrower than a watch, by its number. */
export const narrowLink = defineLink('watch-narrow', { id: numberField }, 'nobody');

/** What stops a watch, by its number. */
export const stopLink = defineLink('watch-stop', { watch: idField }, 'asker');

// The buttons under a greeting, which are anybody's who may use them.
export const greetingSalesLink = defineLink('greet-sales', {}, 'nobody');
export const greetingChoiceLink = defineLink('greet-choose', {}, 'nobody');
export const greetingHelpLink = defineLink('greet-help', {}, 'nobody');

/** Watch screens by lookup screen; their parameters are the same. */
const WATCHED_AT: ReadonlyMap<string, string> = new Map([
  [collectionLink.id, watchCollectionLink.id],
  [tokenLink.id, watchTokenLink.id],
  [auctionLink.id, watchAuctionLink.id],
  [profileLink.id, watchWalletLink.id],
]);

/** What asks when a person wants to be told of what a lookup shows; `null` for what cannot be watched. */
export function watchOf({ id, ...rest }: Destination): Destination | null {
  const watched = WATCHED_AT.get(id);
  return watched === undefined ? null : { ...rest, id: watched };
}

/** What shows what a component under an alert looks up. */
export function lookupOf(target: LookupTarget): Destination {
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
