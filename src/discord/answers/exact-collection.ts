import type { Answer, AnswerContext } from '../answer.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { exactCollectionEmbed } from '../views/exact-collection.ts';

/** Every number of a collection with every digit. */
export async function answerExactCollection(
  { collection }: Extract<Place, { at: 'exact-collection' }>,
  { services }: AnswerContext,
): Promise<Answer> {
  const known = await services.lookups.collection(collection);
  return { embeds: [withAge(exactCollectionEmbed(known.value, known.asOf, services.view), known)] };
}
