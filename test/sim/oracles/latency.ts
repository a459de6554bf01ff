import { pollIntervalOf } from '../history.ts';
import { channelIdOf } from '../world/discord/state.ts';
import { type Oracle, wordsFor } from './context.ts';

/** Beside the wait for the next poll: three seconds for details, and messages before it in its channel. */
const MAX_AFTER_POLL_MS = 35_000;
/** With more than this at about the same time a channel takes longer, and summarises. */
const MAX_TOGETHER = 25;
const TOGETHER_MS = 60_000;

/** While nothing is wrong, an alert is posted within seconds, except where an admin chose that it may wait. */
export const latency: Oracle = ({ observation, channels, completeAt }) => {
  const maxMs = pollIntervalOf(observation.history) + MAX_AFTER_POLL_MS;
  return channels.flatMap(({ channel, due, postedAt }) => {
    // A summary of a silence comes late, and takes along what waits then.
    const isSummed = observation.silences.some(
      ({ what }) => what.of === 'channel' && channelIdOf(what.channel) === channel.id,
    );
    if (isSummed) return [];
    const expected = observation.events.filter(({ number }) => due.get(number) === 'must');
    return expected.flatMap((event) => {
      const at = completeAt(event);
      const isDisturbed = observation.disturbances.some(({ from, to }) => from <= at + maxMs && to >= at);
      const together = expected.filter((other) => Math.abs(completeAt(other) - at) <= TOGETHER_MS);
      const isSlowed = observation.slowed.some(
        ({ channelId, from }) => channelId === channel.id && from <= at,
      );
      if (isDisturbed || isSlowed || together.length > MAX_TOGETHER || at + maxMs > observation.endedAt)
        return [];
      const tookMs = (postedAt.get(event.number) ?? Number.POSITIVE_INFINITY) - at;
      return tookMs <= maxMs
        ? []
        : [`${channel.name}: ${wordsFor(event)} took ${tookMs} ms although nothing was wrong`];
    });
  });
};
