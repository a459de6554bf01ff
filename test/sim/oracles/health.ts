import { ALL_WELL } from '../actions.ts';
import { pollIntervalOf } from '../history.ts';
import type { Observation } from '../observation.ts';
import { type Oracle, wordsFor } from './context.ts';

/** A minute, and what an alert takes beside the wait for the next poll when nothing is wrong. */
const LATE_AFTER_POLL_MS = 60_000 + 35_000;

/** How far the clock was set back in between, ms. It is set back too when a time ends by which it was ahead. */
function setBack({ leaps }: Observation, from: number, to: number): number {
  const isBetween = (time: number) => time > from && time <= to;
  return leaps.reduce((sum, leap) => {
    const changes = [isBetween(leap.from) ? leap.ms : 0, isBetween(leap.to) ? -leap.ms : 0];
    return sum - changes.filter((ms) => ms < 0).reduce((total, ms) => total + ms, 0);
  }, 0);
}

/**
 * Health never says that all is well while something is due and late by more than a minute; a process that has just begun knows
 * nothing yet of what came while none ran. A wait looks shorter by as much as the clock was set back during it.
 */
export const health: Oracle = ({ observation, channels, completeAt, eventOf, silencedIn }) =>
  observation.looks
    .filter(({ text }) => text.includes(ALL_WELL))
    .flatMap(({ at }) => {
      const begunAt = Math.max(
        observation.lives.findLast(({ from }) => from <= at)?.from ?? at,
        // What was shown while the marketplace did not work was heard of after that.
        ...observation.marketFaults.flatMap(({ to }) => (to <= at ? [to] : [])),
      );
      return channels.flatMap(({ channel, due, postedAt, posted }) => {
        const isSlowed = observation.slowed.some(
          ({ channelId, from }) => channelId === channel.id && from <= at,
        );
        if (isSlowed || posted.counted > 0) return [];
        return [...due].flatMap(([number, one]) => {
          const event = eventOf(number);
          const setBackMs = setBack(observation, completeAt(event), at);
          const isLate =
            one === 'must' &&
            !observation.poisoned.has(number) &&
            // What is summed up after a silence waits for nothing before its end.
            silencedIn(channel.id, event) === 'no' &&
            Math.max(completeAt(event), begunAt) +
              pollIntervalOf(observation.history) +
              LATE_AFTER_POLL_MS +
              setBackMs <
              at &&
            (postedAt.get(number) ?? Number.POSITIVE_INFINITY) > at;
          return isLate
            ? [
                `${channel.name}: all is well at ${at}, although ${wordsFor(event)} waits since ${completeAt(event)}`,
              ]
            : [];
        });
      });
    });
