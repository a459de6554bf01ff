import { initial } from './0001-initial.ts';
import { manyProcesses } from './0002-many-processes.ts';
import { savedInputs } from './0003-saved-inputs.ts';
import { marketOverTime } from './0004-market-over-time.ts';
import { people } from './0005-people.ts';
import { openings } from './0006-openings.ts';
import { waitLengths } from './0007-wait-lengths.ts';
import { evidence } from './0008-evidence.ts';
import type { SchemaMigration } from './migration.ts';

/** All migrations in order. Only ever append. */
export const MIGRATIONS: readonly SchemaMigration[] = [
  initial,
  manyProcesses,
  savedInputs,
  marketOverTime,
  people,
  openings,
  waitLengths,
  evidence,
];
