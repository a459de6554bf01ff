import { MIGRATIONS } from '../database/migrations/index.ts';

/** A sequence of schemas, each made from the one before. The databases of one line cannot be read by programs of another. */
export interface SchemaLine {
  /** SQLite's `application_id`, by which a file says to which line it belongs. */
  readonly applicationId: number;
  /** The number of its migrations that this program knows. */
  readonly versions: number;
}

/** Lines of development versions, which no release had: "Gavl" and "Gav2" in ASCII. */
export const EARLIER_APPLICATION_IDS: readonly number[] = [0x4761766c, 0x47617632];

/** This program's line: "Gav3" in ASCII. */
export const SCHEMA_LINE: SchemaLine = { applicationId: 0x47617633, versions: MIGRATIONS.length };
