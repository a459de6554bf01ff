import { initial } from './0001-schema.ts';
import type { SchemaMigration } from './migration.ts';

/** All migrations in order. Only ever append, once 0.1.0 is released. */
export const MIGRATIONS: readonly SchemaMigration[] = [initial];
