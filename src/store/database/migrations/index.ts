import { initial } from './0001-initial.ts';
import type { SchemaMigration } from './migration.ts';

/** All migrations in order. Only ever append. */
export const MIGRATIONS: readonly SchemaMigration[] = [initial];
