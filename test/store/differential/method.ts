import type { Store } from '#src/store/open.ts';

/** A method of the store. People have tests of their own (`conformance/people.ts`). */
export type Method = Exclude<keyof Store, symbol | 'people'>;
