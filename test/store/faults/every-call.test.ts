import { expect, it } from 'vitest';
import { describeEachDatabase } from '../database/each-database.ts';
import { failEveryCall } from './every-call.ts';
import { INGEST } from './works.ts';

describeEachDatabase('every seventh call of the database that fails', (kind) => {
  it('leaves nothing half done of an ingestion', async () => {
    expect(await failEveryCall(kind, INGEST, 'refused', 7)).toBeGreaterThan(20);
  });
});
