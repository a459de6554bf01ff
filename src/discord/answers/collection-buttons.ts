import type { APIButtonComponent } from 'discord.js';
import type { Address } from '../../domain/address.ts';
import type { AnswerContext } from '../answer.ts';
import { linkButton, placeButton } from '../components/buttons.ts';
import type { Place } from '../place.ts';

/** What one can look at of a collection, in the order in which people ask. */
type CollectionPlace = 'collection' | 'tokens' | 'traits' | 'holders' | 'activity';

const LABELS: Readonly<Record<CollectionPlace, string>> = {
  collection: 'Collection',
  tokens: 'Tokens',
  traits: 'Traits',
  holders: 'Holders',
  activity: 'Activity',
};

const NEIGHBOURS: readonly CollectionPlace[] = ['collection', 'tokens', 'traits', 'holders', 'activity'];

function placeOf(at: CollectionPlace, collection: Address): Place {
  switch (at) {
    case 'tokens':
      return { at, collection, page: 1, sort: 'price', descending: false, listed: true, trait: null };
    case 'traits':
      return { at, collection, page: 1, type: null };
    case 'holders':
      return { at, collection, page: 1, minimum: 1 };
    case 'activity':
      return { at, collection, page: 1, filter: 'all' };
    case 'collection':
      return { at, collection };
    default:
      return at satisfies never;
  }
}

/** Buttons to everything else of a collection, from the place that is shown. */
export function collectionButtons(
  from: CollectionPlace,
  collection: Address,
  context: AnswerContext,
): readonly APIButtonComponent[] {
  return NEIGHBOURS.filter((at) => at !== from).map((at) =>
    placeButton(LABELS[at], placeOf(at, collection), context),
  );
}

/** The button that opens the collection's own page, where there is one. */
export function collectionPageButton(
  collection: Address,
  { services }: AnswerContext,
): readonly APIButtonComponent[] {
  return linkButton('Open', services.view.links.collection(collection));
}
