import { blamedChannel } from './blamed-channel.ts';
import { type Oracle, wordsFor } from './context.ts';

/**
 * What the bot had written down before something else was shown is not posted in a later message than that. Within one
 * message a summary has an order of its own.
 *
 * A message that Discord never takes lets the next one of its channel pass, which decides whether it is given up. Where that came too
 * late to decide, it is tried again, and a lost answer of Discord may still post it. So does a message that Discord fails on for
 * minutes because of its channel, while it takes those of other channels.
 */
export const order: Oracle = ({
  observation,
  observation: { history },
  channels,
  people,
  eventOf,
  settledAt,
  completeAt,
  silencedIn,
}) =>
  [...channels, ...people].flatMap(({ channel, posted }) => {
    const wrong: string[] = [];
    const { until } = blamedChannel(history, channel);
    let latest: { readonly number: number; readonly shownAt: number } | null = null;
    const seen = new Set<number>();
    for (const [, message] of Map.groupBy(posted.named, ({ position }) => position)) {
      const events = message.map(({ number }) => eventOf(number));
      const before = latest;
      for (const event of events) {
        const mayBePassed =
          settledAt(completeAt(event)) <= until ||
          observation.poisoned.get(event.number) === 'any' ||
          // It is summed up after the end.
          silencedIn(channel.id, event) !== 'no';
        if (
          !seen.has(event.number) &&
          !mayBePassed &&
          before !== null &&
          settledAt(completeAt(event)) < before.shownAt
        )
          wrong.push(`${channel.name}: ${wordsFor(event)} came after ${wordsFor(eventOf(before.number))}`);
        seen.add(event.number);
        if (event.shownAt > (latest?.shownAt ?? Number.NEGATIVE_INFINITY))
          latest = { number: event.number, shownAt: event.shownAt };
      }
    }
    return wrong;
  });
