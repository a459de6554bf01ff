import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import type { Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { collectionEmbed } from '../views/collection.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';

/** A collection, with buttons to its tokens, traits, holders, activity and alerts. */
export async function answerCollection(
  { collection }: Extract<Screen, { at: 'collection' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { lookups, view } = context.services;
  const { collection: words } = view.messages;
  const dated = await lookups.collection(collection);
  return {
    embeds: [withAge(collectionEmbed(dated.value, dated.asOf, view), dated, view)],
    components: buttonRows([
      ...collectionButtons('collection', collection, context),
      screenButton(words.followHere, { at: 'follow', collection }, context),
      screenButton(words.exactNumbers, { at: 'exact-collection', collection }, context),
      ...collectionPageButton(collection, context),
    ]),
  };
}
