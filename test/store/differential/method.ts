import type { Store } from '#src/store/open.ts';

/**
 * A method of the store. People, greetings and what was posted to whom have tests of their own
 * (`conformance/people.ts`, `greetings.ts`, `posted-alerts.ts`).
 */
export type Method = Exclude<keyof Store, symbol | 'greetings' | 'people' | 'alertsOfPost'>;
