import { initial } from './0001-schema.ts';
import type { SchemaMigration } from './migration.ts';

/** All migrations in order. Once 0.1.0 is released, only append. */
export const MIGRATIONS: readonly SchemaMigration[] = [initial];
