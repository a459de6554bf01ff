import type { Store } from '#src/store/open.ts';

/** A method of the store. People and greetings have tests of their own (`conformance/people.ts`, `greetings.ts`). */
export type Method = Exclude<keyof Store, symbol | 'greetings' | 'people'>;
