import type { Oracle } from './context.ts';

/** Until the answer that asks for it has arrived and is written down, a process that dies cannot have heard of it. */
const HEARD_MS = 1_500;

/** When Discord asks to wait before the next post in a channel, the bot does, also over a restart. */
export const patience: Oracle = ({ observation: { limited, posts, lives, diskFaults, leaps } }) =>
  limited.flatMap(({ channelId, from, to }) => {
    const life = lives.find((one) => one.from <= from && one.to >= from);
    const isHeard =
      life !== undefined &&
      life.to >= from + HEARD_MS &&
      !diskFaults.some((fault) => fault.from <= from + HEARD_MS && fault.to >= from);
    // What is left of a wait is stored by the wall clock: a process that starts after a leap cannot know better.
    const isHidden =
      leaps.some((leap) => (leap.from > from && leap.from < to) || (leap.to > from && leap.to < to)) &&
      lives.some((next) => next.from > from && next.from <= to);
    // A clock that goes ahead looks like a machine that slept, after which a wait is over.
    const isCutShort = leaps.some((leap) => {
      const aheadAt = leap.ms > 0 ? leap.from : leap.to;
      return aheadAt > from && aheadAt < to;
    });
    const early = posts.filter((post) => post.channelId === channelId && post.at > from && post.at < to);
    return isHeard && !isHidden && !isCutShort
      ? early.map(
          ({ at }) => `${channelId}: asked again at ${at}, although told at ${from} to wait until ${to}`,
        )
      : [];
  });
