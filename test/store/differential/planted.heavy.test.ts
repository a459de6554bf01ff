import { expect, it } from 'vitest';
import { interceptDatabase } from '../../support/database-edge.ts';
import { describeBothDatabases } from '../database/each-database.ts';
import { runHistories } from './histories.ts';
import { PLANTED_DIFFERENCES } from './planted.ts';

describeBothDatabases('a planted difference between SQLite and PostgreSQL', (kinds) => {
  it.each(PLANTED_DIFFERENCES)(
    'is found: $name',
    { timeout: 300_000 },
    async ({ dialect, concerns, ...edge }) => {
      let met = 0;
      const { details } = await runHistories(
        kinds,
        {
          runs: 40,
          steps: 120,
          prepare: (urls) =>
            interceptDatabase(urls[dialect], {
              ...edge,
              before({ sql }) {
                if (sql.includes(concerns)) met += 1;
              },
            }),
        },
        { endOnFailure: true },
      );
      if (met === 0)
        throw new Error(
          `The planted difference no longer applies; write it anew: no statement has “${concerns}”.`,
        );
      expect(details.failed).toBe(true);
    },
  );

  it('is one of at least ten', () => {
    expect(PLANTED_DIFFERENCES.length).toBeGreaterThanOrEqual(10);
  });
});
