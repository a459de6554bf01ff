import type { Store } from '#src/store/open.ts';

/**
 * A method of the store. People, greetings, tickers and what was posted to whom have tests of their own
 * (`conformance/people.ts`, `greetings.ts`, `tickers.ts`, `posted-alerts.ts`).
 */
export type Method = Exclude<keyof Store, symbol | 'greetings' | 'people' | 'tickers' | 'alertsOfPost'>;
