import { type Oracle, wordsFor } from './context.ts';

/**
 * What the bot had written down before something else was shown is not posted in a later message than that. Within one
 * message a summary has an order of its own. A message that Discord always failed on may be late: the next one passes
 * it as a test, and is no evidence against it when its answer takes too long.
 */
export const order: Oracle = ({ observation, channels, people, eventOf, settledAt, completeAt }) =>
  [...channels, ...people].flatMap(({ channel, posted }) => {
    const wrong: string[] = [];
    let latest: { readonly number: number; readonly shownAt: number } | null = null;
    const seen = new Set<number>();
    for (const [, message] of Map.groupBy(posted.named, ({ position }) => position)) {
      const events = message.map(({ number }) => eventOf(number));
      const before = latest;
      for (const event of events) {
        const isOvertaken = before !== null && settledAt(completeAt(event)) < before.shownAt;
        if (!seen.has(event.number) && isOvertaken && !observation.poisoned.has(event.number))
          wrong.push(`${channel.name}: ${wordsFor(event)} came after ${wordsFor(eventOf(before.number))}`);
        seen.add(event.number);
        if (event.shownAt > (latest?.shownAt ?? Number.NEGATIVE_INFINITY))
          latest = { number: event.number, shownAt: event.shownAt };
      }
    }
    return wrong;
  });
