import type { ColumnTypes } from './column-types.ts';

/**
 * One change of the schema, for both databases. Once released, it must never change, because existing databases have
 * it.
 */
export interface SchemaMigration {
  /** A number of four digits and words. Migrations are applied in the order of their names. */
  readonly name: string;
  /**
   * Number of migrations that a program must know to use a database with this one. It is lower than the number of
   * migrations if an older program remains compatible.
   */
  readonly oldestProgram: number;
  /** Applied one by one, in one transaction with all other missing migrations. */
  readonly statements: (types: ColumnTypes) => readonly string[];
}
