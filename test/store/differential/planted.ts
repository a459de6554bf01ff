import type { DatabaseEdge } from '../../support/database-edge.ts';

/** A way in which the two databases could differ: a change at the edge of one of them. */
export interface PlantedDifference extends DatabaseEdge {
  readonly name: string;
  readonly dialect: 'sqlite' | 'postgres';
  /** Part of the statements that are concerned. */
  readonly concerns: string;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Changes the text of the statements that have this piece. */
function replacing(
  name: string,
  dialect: PlantedDifference['dialect'],
  find: string,
  replacement: string,
): PlantedDifference {
  return { name, dialect, concerns: find, text: (sql) => sql.replaceAll(find, replacement) };
}

/** Changes a column of what is read. */
function reading(
  name: string,
  dialect: PlantedDifference['dialect'],
  column: string,
  change: (value: unknown) => unknown,
): PlantedDifference {
  return {
    name,
    dialect,
    concerns: column,
    rows: (rows) => rows.map((row) => (column in row ? { ...row, [column]: change(row[column]) } : row)),
  };
}

/** As `jsonb` returns it. */
function normalised(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  return JSON.stringify(JSON.parse(json), (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** Ways in which databases differ that share a program. Each must be found. */
export const PLANTED_DIFFERENCES: readonly PlantedDifference[] = [
  reading('a count is a text', 'postgres', 'count', (value) => (isNumber(value) ? String(value) : value)),
  reading('a time loses its fraction', 'postgres', 'created_at', (value) =>
    isNumber(value) ? Math.floor(value) : value,
  ),
  reading('a boolean is not recognised', 'sqlite', 'is_alone', (value) => (value === 1 ? 2 : value)),
  reading('JSON is stored as what it means', 'postgres', 'payload', normalised),
  reading('an amount becomes a floating-point number', 'postgres', 'price', (value) =>
    typeof value === 'string' ? String(Number(value)) : value,
  ),
  reading('blanks at the end of a text are cut', 'postgres', 'name', (value) =>
    typeof value === 'string' ? value.trimEnd() : value,
  ),
  replacing(
    'false is sorted after true',
    'postgres',
    '"deliveries"."is_urgent" desc',
    '"deliveries"."is_urgent" asc',
  ),
  replacing(
    'rows come in an order of their own where none is asked for',
    'postgres',
    '"deliveries"."is_urgent" desc, "deliveries"."id"',
    '"deliveries"."is_urgent" desc, md5("deliveries"."id"::text)',
  ),
  replacing(
    'texts are compared without regard to case',
    'sqlite',
    '"user_id" = +? and "id" = +?',
    '"user_id" = +? and "id" = +? collate nocase',
  ),
  replacing(
    'texts are sorted as in a dictionary',
    'postgres',
    'order by "created_at", "id"',
    'order by "created_at", lower("id"), "id" desc',
  ),
  replacing(
    'a row that is there already is returned as if it were new',
    'postgres',
    'on conflict ("key") do nothing',
    'on conflict ("key") do update set "key" = excluded."key"',
  ),
  replacing(
    'a comparison with null is true',
    'postgres',
    'case when "last_match_at" >',
    'case when "last_match_at" is null or "last_match_at" >',
  ),
];
