import { channelIdOf } from '../world/discord/state.ts';
import { type Oracle, wordsFor } from './context.ts';
import { endsOf } from './silenced.ts';

/**
 * Nothing that happened during the silence of a channel that is summed up is posted before its end. What other silences
 * leave out is never due, so `exactly once` finds it.
 */
const notInside: Oracle = ({ observation, channels, eventOf, silencedIn }) => {
  const isLocal = observation.history.timeZone !== undefined;
  return channels.flatMap(({ channel, posted }) => {
    const ends = observation.silences.flatMap((one) =>
      one.what.of === 'channel' && channelIdOf(one.what.channel) === channel.id
        ? [endsOf(one, isLocal).earliest]
        : [],
    );
    const earliest = Math.min(...ends);
    return posted.named.flatMap(({ number, at }) => {
      const event = eventOf(number);
      return silencedIn(channel.id, event) === 'summed up' && at < earliest
        ? [`${channel.name}: ${wordsFor(event)} was posted during a silence`]
        : [];
    });
  });
};

/** A rule that posts once does so: one alert in its channel, which has no other rule. */
const once: Oracle = ({ observation, channels, eventOf, alertOf, dueWithoutOnce }) =>
  observation.rules
    .filter(({ plan }) => plan.isOnce === true)
    .flatMap((rule) => {
      const found = channels.find(({ channel }) => channel.id === rule.channelId);
      if (found === undefined) return [];
      const { channel, posted } = found;
      const kept = posted.named.filter(({ isDeleted }) => !isDeleted);
      const alerts = new Set(kept.map(({ number }) => alertOf(eventOf(number))));
      if (alerts.size > 1)
        return [`${channel.name}: a rule that posts once posted ${[...alerts].join(', ')}`];
      const isDue = observation.events.some(
        (event) => dueWithoutOnce(channel.id, event) === 'must' && !observation.poisoned.has(event.number),
      );
      return isDue && posted.named.length + posted.counted === 0
        ? [`${channel.name}: a rule that posts once posted nothing`]
        : [];
    });

export const silences: Oracle = (context) => [...notInside(context), ...once(context)];
