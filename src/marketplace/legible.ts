import { NotUnderstood } from './errors.ts';

/** Of fewer records nothing follows: some marketplaces have hardly any, and some kinds nobody has heard of. */
const FEWEST = 5;
/** Where less than this share is understood it is not single records that are odd. */
const LEAST_SHARE = 0.1;

/**
 * Refuses a page of which nearly nothing is understood, since to take it in would mark what cannot be told as seen.
 * @throws NotUnderstood
 */
export function mustBeLegible(what: string, records: number, understood: number): void {
  if (records >= FEWEST && understood < records * LEAST_SHARE)
    throw new NotUnderstood(what, records, understood);
}
