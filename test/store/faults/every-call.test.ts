import { expect, it } from 'vitest';
import { describeEachDatabase } from '../database/each-database.ts';
import { failEveryCall } from './every-call.ts';
import { FAILURES } from './failures.ts';
import { INGEST } from './works.ts';

describeEachDatabase('every call of the database that fails', (kind) => {
  it.each(FAILURES[kind.dialect])('leaves nothing half done of an ingestion (%s)', async (failure) => {
    expect(await failEveryCall(kind, INGEST, failure)).toBeGreaterThan(20);
  });
});
