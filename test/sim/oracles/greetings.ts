import { hasStrangeRefusals } from '../strange-steps.ts';
import { BOT_ID } from '../world/discord/state.ts';
import type { Oracle } from './context.ts';

const MINUTE = 60_000;
const GREETING = '👋';
/** An invitation that is seen later than this is not greeted. */
const RECENT_MS = 60 * MINUTE;
/** How long the bot has for a greeting while nothing is wrong. */
const GREETED_MS = MINUTE;

/**
 * No invitation is greeted twice; a greeting without an answer, made before the bot was removed, may come after the next
 * invitation. Each is greeted, unless the bot was removed, saw it only after an hour, or met refusals that may have
 * stopped the channel.
 */
export const greetings: Oracle = ({ observation }) => {
  const { invitations, channels, rightSince, endedAt, history } = observation;
  return [...Map.groupBy(invitations, ({ channelId }) => channelId)].flatMap(([channelId, ofChannel]) => {
    const channel = channels.find(({ id }) => id === channelId);
    const posted = (channel?.messages ?? []).filter(
      ({ authorId, content }) => authorId === BOT_ID && content.startsWith(GREETING),
    );
    /** Earlier invitations without a greeting. */
    let owed = 0;
    return ofChannel.flatMap(({ at, removedAt }, number) => {
      const until = ofChannel[number + 1]?.at ?? Number.POSITIVE_INFINITY;
      const greeted = posted.filter((message) => message.at >= at && message.at < until).length;
      const most = 1 + owed;
      owed = Math.max(0, most - greeted);
      const hadTime = removedAt === null && Math.max(at, rightSince) + GREETED_MS <= endedAt;
      const isDue = hadTime && rightSince + GREETED_MS - at < RECENT_MS && !hasStrangeRefusals(history);
      return [
        ...(greeted > most ? [`${channel?.name}: greeted ${greeted} times for the invitation at ${at}`] : []),
        ...(isDue && greeted === 0 ? [`${channel?.name}: not greeted for the invitation at ${at}`] : []),
      ];
    });
  });
};
