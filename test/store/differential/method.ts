import type { Store } from '#src/store/open.ts';

/** A method of the store. People and tickers have tests of their own (`conformance/people.ts`, `tickers.ts`). */
export type Method = Exclude<keyof Store, symbol | 'people' | 'tickers'>;
