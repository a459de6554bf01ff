import type { Answer, AnswerContext } from '../answer.ts';
import type { Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { exactCollectionEmbed } from '../views/exact-collection.ts';

/** All numbers of a collection with full precision. */
export async function answerExactCollection(
  { collection }: Extract<Screen, { at: 'exact-collection' }>,
  { services }: AnswerContext,
): Promise<Answer> {
  const dated = await services.lookups.collection(collection);
  return {
    embeds: [withAge(exactCollectionEmbed(dated.value, dated.asOf, services.view), dated, services.view)],
  };
}
