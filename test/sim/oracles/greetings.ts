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
 * No invitation is greeted twice. Each is greeted, unless the bot was removed, saw it only after an hour, or met refusals
 * that may have stopped the channel.
 */
export const greetings: Oracle = ({ observation }) => {
  const { invitations, channels, rightSince, endedAt, history } = observation;
  return invitations.flatMap(({ channelId, at, removedAt }) => {
    const channel = channels.find(({ id }) => id === channelId);
    const next = invitations.find((other) => other.channelId === channelId && other.at > at);
    const until = next?.at ?? Number.POSITIVE_INFINITY;
    const messages = (channel?.messages ?? []).filter(
      (message) => message.authorId === BOT_ID && message.at >= at && message.at < until,
    );
    const greeted = messages.filter(({ content }) => content.startsWith(GREETING)).length;
    const hadTime = removedAt === null && Math.max(at, rightSince) + GREETED_MS <= endedAt;
    const isDue = hadTime && rightSince + GREETED_MS - at < RECENT_MS && !hasStrangeRefusals(history);
    return [
      ...(greeted > 1 ? [`${channel?.name}: greeted ${greeted} times for the invitation at ${at}`] : []),
      ...(isDue && greeted === 0 ? [`${channel?.name}: not greeted for the invitation at ${at}`] : []),
    ];
  });
};
