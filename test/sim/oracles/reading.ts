import type { Oracle } from './context.ts';

/** A message is searched up to a minute after its last try, by a clock that knows Discord's to a second. */
const SEARCHED_MS = 60_000 + 5_000;

/** A channel is read no further than a message can stand that the bot tried to post, however much is written there. */
export const reading: Oracle = ({ observation: { reads, posts, leaps } }) => {
  // While the clock is wrong the time of a try is not known.
  if (leaps.length > 0) return [];
  return reads.flatMap(({ channelId, at, afterTime }) => {
    const tries = posts.filter((post) => post.channelId === channelId && post.at <= at);
    const last = tries.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    return afterTime <= last + SEARCHED_MS
      ? []
      : [
          `${channelId}: read at ${at} what was written after ${afterTime}, although the last try was at ${last}`,
        ];
  });
};
