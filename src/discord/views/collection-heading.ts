import { type Address, shortAddress } from '#src/chain/address.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { escapeMarkdownLine } from '../text.ts';
import { imageUrl } from '../urls/image-url.ts';
import type { ViewContext } from './context.ts';
import type { List } from './list-embed.ts';

const NAME_LENGTH = 120;

/** Returns the name of a collection, escaped. */
export function collectionTitle(collection: Address, context: ViewContext): string {
  return (
    escapeMarkdownLine(context.collectionName(collection) ?? '', NAME_LENGTH) || shortAddress(collection)
  );
}

/**
 * Builds the heading of a list about a collection: `Tokens of Punks`, linked to the collection, with its picture.
 * @param heading returns the title for the collection’s escaped name
 * @param summary from the local directory, if it is known there
 */
export function collectionHeading(
  heading: (collection: string) => string,
  collection: Address,
  summary: CollectionSummary | undefined,
  context: ViewContext,
): Pick<List, 'title' | 'url' | 'thumbnail'> {
  return {
    title: heading(collectionTitle(collection, context)),
    url: context.links.collection(collection),
    thumbnail: imageUrl(summary?.thumbnail ?? null, context.marketplaceOrigin),
  };
}
