import type { Oracle } from './context.ts';

/** Timers of a bot with nothing to do; a channel may have one of its last request. */
const MAX_TIMERS = 60;
/** Rows of one table for each event of the market and each channel, with some that every database has. */
const ROWS_PER_EVENT = 4;
const ROWS_OF_A_BOT = 200;

/** When nothing is left to do, the bot keeps no more than what the market showed. */
export const kept: Oracle = ({ observation: { timersAtEnd, rows, events, channels, feedReads } }) => {
  const timers =
    timersAtEnd > MAX_TIMERS + channels.length
      ? [`${timersAtEnd} timers run although nothing is left to do`]
      : [];
  const max = ROWS_OF_A_BOT + ROWS_PER_EVENT * events.length * channels.length;
  const large = Object.entries(rows).filter(([, count]) => count > max);
  return [
    ...timers,
    ...large.map(
      ([table, count]) =>
        `table ${table} has ${count} rows after ${events.length} events and ${feedReads.length} polls`,
    ),
  ];
};
