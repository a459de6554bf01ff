import type { Answer, AnswerContext } from '../answer.ts';
import type { Screen } from '../screen.ts';
import { answerActivity, answerExactActivity } from './activity.ts';
import { answerAuction, answerExactAuction } from './auction.ts';
import { answerAuctions } from './auctions.ts';
import { answerCollection } from './collection.ts';
import { answerCollections } from './collections.ts';
import { answerExactCollection } from './exact-collection.ts';
import { answerFollow } from './follow.ts';
import { answerHolders } from './holders.ts';
import { answerOwned } from './owned.ts';
import { answerProfile } from './profile.ts';
import { answerExactToken, answerNeighbourToken, answerToken } from './token.ts';
import { answerTokens } from './tokens.ts';
import { answerTraits } from './traits.ts';

/** Whether the answer is always a separate, ephemeral message. */
export function isEphemeralScreen(screen: Screen): boolean {
  return ['exact-activity', 'exact-collection', 'exact-token', 'exact-auction', 'follow'].includes(screen.at);
}

/**
 * Renders a screen, for commands, buttons and menus alike.
 * Rejects with a UserError or a marketplace error.
 */
export async function answerScreen(screen: Screen, context: AnswerContext): Promise<Answer> {
  switch (screen.at) {
    case 'collection':
      return answerCollection(screen, context);
    case 'collections':
      return answerCollections(screen, context);
    case 'tokens':
      return answerTokens(screen, context);
    case 'traits':
      return answerTraits(screen, context);
    case 'holders':
      return answerHolders(screen, context);
    case 'activity':
      return answerActivity(screen, context);
    case 'exact-activity':
      return answerExactActivity(screen, context);
    case 'exact-collection':
      return answerExactCollection(screen, context);
    case 'follow':
      return answerFollow(screen, context);
    case 'auctions':
      return answerAuctions(screen, context);
    case 'auction':
      return answerAuction(screen, context);
    case 'exact-auction':
      return answerExactAuction(screen, context);
    case 'token':
      return answerToken(screen, context);
    case 'next-token':
    case 'previous-token':
      return answerNeighbourToken(screen, context);
    case 'exact-token':
      return answerExactToken(screen, context);
    case 'profile':
      return answerProfile(screen, context);
    case 'owned':
      return answerOwned(screen, context);
  }
}
