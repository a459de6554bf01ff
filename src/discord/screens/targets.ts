import type { LookupTarget } from '../../alerts/description.ts';
import { addressField, countField, numberField } from './field.ts';
import { type Destination, defineLink } from './link.ts';

// Links of screens that lead to each other, so that no screen needs to import another in a circle. Commands register the screens.

export const collectionLink = defineLink('collection', { collection: addressField });
/** All collections. */
export const collectionsLink = defineLink('collections', { page: countField });
export const tokenLink = defineLink('token', { collection: addressField, tokenId: numberField });
export const auctionLink = defineLink('auction', { collection: addressField, auctionId: numberField });
export const profileLink = defineLink('profile', { who: addressField });

/** The screen that a component under an alert leads to. */
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
