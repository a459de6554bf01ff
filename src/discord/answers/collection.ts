import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, placeButton } from '../components/buttons.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { collectionEmbed } from '../views/collection.ts';

/** A collection at a glance, with ways to its tokens, traits, holders, activity and alerts. */
export async function answerCollection(
  { collection }: Extract<Place, { at: 'collection' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { lookups, view } = context.services;
  const known = await lookups.collection(collection);
  return {
    embeds: [withAge(collectionEmbed(known.value, view), known)],
    components: [
      ...buttonRows([
        placeButton(
          'Tokens',
          { at: 'tokens', collection, page: 1, sort: 'price', descending: false, listed: true, trait: null },
          context,
          { primary: true },
        ),
        placeButton('Traits', { at: 'traits', collection, page: 1, type: null }, context),
        placeButton('Holders', { at: 'holders', collection, page: 1, minimum: 1 }, context),
        placeButton('Activity', { at: 'activity', collection, page: 1, filter: 'all' }, context),
        placeButton('Follow here', { at: 'follow', collection }, context),
        placeButton('Exact numbers', { at: 'exact-collection', collection }, context),
        ...linkButton('Open', view.links.collection(collection)),
      ]),
    ],
  };
}
