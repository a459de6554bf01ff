import { describe, expect, it } from 'vitest';
import { cases } from '../../support/thorough.ts';
import { describeEachDatabase } from '../database/each-database.ts';
import { failEveryCall } from './every-call.ts';
import { FAILURES } from './failures.ts';
import { WORKS } from './works.ts';

describeEachDatabase('every call of the database that fails', (kind) => {
  describe.each(WORKS)('leaves nothing half done of $name', (work) => {
    it.each(FAILURES[kind.dialect])('(%s)', { timeout: 300_000 }, async (failure) => {
      // PostgreSQL gets the same calls, so fewer of them will do; and lost connections are for the repeater, which does not know the work.
      const few = failure === 'refused' && kind.dialect === 'sqlite' ? 3 : 9;
      const stride = cases(few, failure === 'refused' ? 1 : 3);
      expect(await failEveryCall(kind, work, failure, stride)).toBeGreaterThan(3);
    });
  });
});
