import type { Answer, AnswerContext } from '../answer.ts';
import type { Place } from '../place.ts';
import { answerCollection } from './collection.ts';

/** Whether the answer is always a message of its own that only the asker sees. */
export function isPrivatePlace(place: Place): boolean {
  return ['exact-collection', 'exact-token', 'exact-auction', 'follow', 'follow-here'].includes(place.at);
}

/**
 * Makes the answer that shows a place: the one way by which commands, buttons and menus lead to what they show.
 * Rejects with a UserError or a marketplace error.
 */
export async function answerPlace(place: Place, context: AnswerContext): Promise<Answer> {
  switch (place.at) {
    case 'collection':
      return answerCollection(place, context);
    default:
      throw new Error(`no answer for ${place.at} yet`);
  }
}
