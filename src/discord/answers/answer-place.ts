import type { Answer, AnswerContext } from '../answer.ts';
import type { Place } from '../place.ts';
import { answerActivity } from './activity.ts';
import { answerAuction, answerExactAuction } from './auction.ts';
import { answerAuctions } from './auctions.ts';
import { answerCollection } from './collection.ts';
import { answerCollections } from './collections.ts';
import { answerExactCollection } from './exact-collection.ts';
import { answerFollow } from './follow.ts';
import { answerHolders } from './holders.ts';
import { answerOwned } from './owned.ts';
import { answerProfile } from './profile.ts';
import { answerExactToken, answerToken, answerTokenBeside } from './token.ts';
import { answerTokens } from './tokens.ts';
import { answerTraits } from './traits.ts';

/** Whether the answer is always a message of its own that only the asker sees. */
export function isPrivatePlace(place: Place): boolean {
  return ['exact-collection', 'exact-token', 'exact-auction', 'follow'].includes(place.at);
}

/**
 * Makes the answer that shows a place: the one way by which commands, buttons and menus lead to what they show.
 * Rejects with a UserError or a marketplace error.
 */
export async function answerPlace(place: Place, context: AnswerContext): Promise<Answer> {
  switch (place.at) {
    case 'collection':
      return answerCollection(place, context);
    case 'collections':
      return answerCollections(place, context);
    case 'tokens':
      return answerTokens(place, context);
    case 'traits':
      return answerTraits(place, context);
    case 'holders':
      return answerHolders(place, context);
    case 'activity':
      return answerActivity(place, context);
    case 'exact-collection':
      return answerExactCollection(place, context);
    case 'follow':
      return answerFollow(place, context);
    case 'auctions':
      return answerAuctions(place, context);
    case 'auction':
      return answerAuction(place, context);
    case 'exact-auction':
      return answerExactAuction(place, context);
    case 'token':
      return answerToken(place, context);
    case 'next-token':
    case 'previous-token':
      return answerTokenBeside(place, context);
    case 'exact-token':
      return answerExactToken(place, context);
    case 'profile':
      return answerProfile(place, context);
    case 'owned':
      return answerOwned(place, context);
  }
}
