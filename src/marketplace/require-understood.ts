import { NotUnderstood } from './errors.ts';

/** With fewer records nothing is proven: some marketplaces have hardly any, and some record kinds are unknown. */
const MIN_RECORDS = 5;
/** If a smaller share of the records is understood, the whole format counts as unknown, not just single records. */
const MIN_SHARE = 0.1;

/**
 * Rejects a page of which nearly no record is understood, because ingesting it would mark its records as seen without
 * alerts.
 * @throws NotUnderstood
 */
export function requireUnderstood(what: string, records: number, understood: number): void {
  if (records >= MIN_RECORDS && understood < records * MIN_SHARE)
    throw new NotUnderstood(what, records, understood);
}
