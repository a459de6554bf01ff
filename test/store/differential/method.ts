import type { Store } from '#src/store/open.ts';

/**
 * A method of the store. People, greetings, silences, tickers, detected events and what was posted to whom have tests of
 * their own (`conformance/people.ts`, `greetings.ts`, `silences.ts`, `tickers.ts`, `events.ts`, `posted-alerts.ts`).
 */
export type Method = Exclude<
  keyof Store,
  symbol | 'events' | 'greetings' | 'people' | 'silences' | 'tickers' | 'alertsOfPost'
>;
