import type { Store } from '#src/store/open.ts';

/**
 * A method of the store. Events for backtests, people, greetings, silences, templates, tickers, detected events, the
 * log of a channel and what was posted to whom have tests of their own (`conformance/backtest.ts`, `people.ts`,
 * `greetings.ts`, `silences.ts`, `templates.ts`, `tickers.ts`, `events.ts`, `channel-log.ts`, `posted-alerts.ts`).
 */
export type Method = Exclude<
  keyof Store,
  | symbol
  | 'backtest'
  | 'channelLog'
  | 'events'
  | 'greetings'
  | 'people'
  | 'silences'
  | 'templates'
  | 'tickers'
  | 'alertsOfPost'
  | 'oncePosts'
>;
