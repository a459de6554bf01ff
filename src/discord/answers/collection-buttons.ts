import type { APIButtonComponent } from 'discord.js';
import type { Address } from '../../chain/address.ts';
import type { AnswerContext } from '../answer.ts';
import { linkButton, screenButton } from '../components/buttons.ts';
import type { Screen } from '../screen.ts';

/** The screens of a collection, most used first. */
type CollectionScreen = 'collection' | 'tokens' | 'traits' | 'holders' | 'activity';

const NEIGHBOURS: readonly CollectionScreen[] = ['collection', 'tokens', 'traits', 'holders', 'activity'];

function screenOf(at: CollectionScreen, collection: Address): Screen {
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

/** Buttons to the other screens of a collection. */
export function collectionButtons(
  from: CollectionScreen,
  collection: Address,
  context: AnswerContext,
): readonly APIButtonComponent[] {
  const { buttons } = context.services.view.messages.collection;
  return NEIGHBOURS.filter((at) => at !== from).map((at) =>
    screenButton(buttons[at], screenOf(at, collection), context),
  );
}

/** The link to the collection's page, where there is one. */
export function collectionPageButton(
  collection: Address,
  { services }: AnswerContext,
): readonly APIButtonComponent[] {
  const { links, messages } = services.view;
  return linkButton(messages.lists.open, links.collection(collection));
}
