import type { Oracle } from './context.ts';

/** Discord flags bots that open more direct messages. */
const MAX_PEOPLE = 10;
const MINUTE = 60_000;

/** The direct messages of at most ten people are opened in any minute. */
export const openings: Oracle = ({ observation: { directMessages }, people }) => {
  const known = new Set(people.map(({ userId }) => userId));
  const opened = directMessages.tries.filter(({ what, userId }) => what === 'open' && known.has(userId));
  return opened.flatMap(({ at }, index) => {
    const within = opened.slice(0, index + 1).filter((one) => one.at > at - MINUTE);
    const count = new Set(within.map(({ userId }) => userId)).size;
    return count > MAX_PEOPLE
      ? [`direct messages of ${count} people were opened in the minute before ${at}`]
      : [];
  });
};
