import type { Oracle } from './context.ts';

/** A message is searched up to a minute after its last try, by a clock that knows Discord's to a second. */
const SEARCHED_MS = 60_000 + 5_000;

/** A channel is read no further than a message can stand that the bot tried to post, however much is written there. */
export const reading: Oracle = ({ observation: { reads, posts, leaps, lives, diskFaults } }) => {
  // While the clock is wrong the time of a try is not known.
  if (leaps.length > 0) return [];
  // A try is stored before it is sent, so one may be known that a killed process, or a failing disk, kept from being sent.
  const unsent = [...lives, ...diskFaults].map(({ to }) => to);
  return reads.flatMap(({ channelId, at, afterTime }) => {
    const sent = posts.filter((post) => post.channelId === channelId).map((post) => post.at);
    const last = [...sent, ...unsent]
      .filter((time) => time <= at)
      .reduce((a, b) => Math.max(a, b), -Infinity);
    return afterTime <= last + SEARCHED_MS
      ? []
      : [
          `${channelId}: read at ${at} what was written after ${afterTime}, although the last try was at ${last}`,
        ];
  });
};
