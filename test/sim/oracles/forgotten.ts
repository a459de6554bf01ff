import type { Oracle } from './context.ts';

/** A request that was on its way, or is made at that moment. */
const UNDER_WAY_MS = 10_000;

/** Nothing is written to somebody who watches nothing any more, because they removed everything or had it erased. */
export const forgotten: Oracle = ({ observation: { watches, directMessages }, people }) =>
  people.flatMap(({ userId }) => {
    const own = watches.filter((watch) => watch.userId === userId);
    const isWatching = (at: number): boolean =>
      own.some(
        ({ askedAt, removedAt }) => askedAt <= at && (removedAt === null || removedAt >= at - UNDER_WAY_MS),
      );
    return directMessages.tries
      .filter((tried) => tried.userId === userId && !isWatching(tried.at))
      .map(({ at, what }) => `person ${userId}: ${what} at ${at}, although they watch nothing`);
  });
