import { blamedChannel } from './blamed-channel.ts';
import { type Oracle, wordsFor } from './context.ts';

/** Every alert that is due is posted once, by itself or in a summary, and nothing else is; in channels and to people alike. */
export const exactlyOnce: Oracle = ({
  observation,
  channels,
  people,
  eventOf,
  alertOf,
  settledAt,
  completeAt,
}) =>
  [...channels.map((one) => ({ ...one, isSlowed: false })), ...people].flatMap((target) => {
    const { channel, posted, due, postedAt, isSlowed } = target;
    const { name } = channel;
    const times = Map.groupBy(posted.named, ({ number }) => number);
    // What a moderator deleted may be posted again: nobody can tell it from a message that never was.
    const twice = [...times]
      .filter(([, all]) => all.filter(({ isDeleted }) => !isDeleted).length > 1)
      .map(([number, all]) => `${name}: ${wordsFor(eventOf(number))} was posted ${all.length} times`);
    const unasked = [...times.keys()]
      .filter((number) => due.get(number) === 'no')
      .map((number) => `${name}: ${wordsFor(eventOf(number))} was posted and nobody asked for it`);
    const { poisoned } = observation;
    const missing = [...due].filter(([number, one]) => one === 'must' && !postedAt.has(number));
    const lost = missing.filter(([number]) => !poisoned.has(number));
    const alertsOf = (all: typeof missing) => new Set(all.map(([number]) => alertOf(eventOf(number)))).size;
    const optional = [...due].filter(([number, one]) => one === 'may' && !postedAt.has(number));
    // Posted again, that may be in a summary.
    const deleted = [...times.values()].filter((all) => all.every(({ isDeleted }) => isDeleted));
    const { counted, countedInDeleted } = posted;
    const { until, abandoned } = blamedChannel(observation.history, channel);
    const isBlamed = lost.some(([number]) => settledAt(completeAt(eventOf(number))) <= until);
    const lostWords =
      !isSlowed && alertsOf(lost) > counted + (isBlamed ? abandoned : 0)
        ? [
            `${name}: ${lost.length} are not posted and ${counted} only counted: ${lost
              .slice(0, 5)
              .map(([number]) => wordsFor(eventOf(number)))
              .join(', ')}`,
          ]
        : [];
    const tooMany =
      // Totals may count the tokens of a sweep.
      counted > missing.length + optional.length + deleted.length + countedInDeleted
        ? [`${name}: summaries count ${counted} more, but only ${missing.length} are not posted by name`]
        : [];
    return [...twice, ...unasked, ...lostWords, ...tooMany];
  });
