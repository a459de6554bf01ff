import type { ColumnTypes } from './column-types.ts';

/**
 * One change of the schema, for both databases. Once released it never changes, since it was applied to existing
 * databases.
 */
export interface SchemaMigration {
  /** A number of four digits and words. Migrations are applied in the order of their names. */
  readonly name: string;
  /**
   * A program needs to know this many migrations to use a database with this one: fewer than there are where an older
   * one may go on.
   */
  readonly oldestProgram: number;
  /** Applied one by one, in one transaction with all other missing migrations. */
  readonly statements: (types: ColumnTypes) => readonly string[];
}
