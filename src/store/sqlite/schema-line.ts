import { MIGRATIONS } from '../database/migrations/index.ts';
import { migrations } from './migrations/index.ts';

/** A sequence of schemas, each made from the one before. The databases of one line cannot be read by programs of another. */
export interface SchemaLine {
  /** SQLite's `application_id`, by which a file says to which line it belongs. */
  readonly applicationId: number;
  /** The number of its migrations that this program knows. */
  readonly versions: number;
}

/** The line before the database had two dialects: "Gavl" in ASCII. */
export const FIRST_LINE: SchemaLine = { applicationId: 0x4761766c, versions: migrations.length };

/** The line of both dialects: "Gav2" in ASCII. */
export const SECOND_LINE: SchemaLine = { applicationId: 0x47617632, versions: MIGRATIONS.length };
