import { expect, it } from 'vitest';
import { describeBothDatabases } from '../database/each-database.ts';
import { requireSame, runHistories } from './histories.ts';

describeBothDatabases('SQLite, PostgreSQL and a model', (kinds) => {
  it('have the same state and answers in a few histories', async () => {
    const { details } = await runHistories(kinds, { runs: 4, steps: 60 });
    requireSame(details);
    expect(details.failed).toBe(false);
  });
});
