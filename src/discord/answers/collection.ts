import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { collectionEmbed } from '../views/collection.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';

/** A collection at a glance, with ways to its tokens, traits, holders, activity and alerts. */
export async function answerCollection(
  { collection }: Extract<Place, { at: 'collection' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { lookups, view } = context.services;
  const known = await lookups.collection(collection);
  return {
    embeds: [withAge(collectionEmbed(known.value, known.asOf, view), known)],
    components: buttonRows([
      ...collectionButtons('collection', collection, context),
      placeButton('Follow here', { at: 'follow', collection }, context),
      placeButton('Exact numbers', { at: 'exact-collection', collection }, context),
      ...collectionPageButton(collection, context),
    ]),
  };
}
