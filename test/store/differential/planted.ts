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

/** Differences between dialects that are known to happen, and some that only look so. Each must be found. */
export const PLANTED_DIFFERENCES: readonly PlantedDifference[] = [
  reading('counts are texts', 'postgres', 'count', (value) => (isNumber(value) ? String(value) : value)),
  reading('times lose their fractions', 'postgres', 'created_at', (value) =>
    isNumber(value) ? Math.floor(value) : value,
  ),
  reading('a boolean is a number', 'sqlite', 'is_alone', (value) => (value === true ? 1 : value)),
  replacing(
    'urgent deliveries come last, because true is sorted otherwise',
    'postgres',
    '"deliveries"."is_urgent" desc',
    '"deliveries"."is_urgent" asc',
  ),
  replacing('texts are compared without regard to case', 'sqlite', '"id" = ?', '"id" = ? collate nocase'),
  replacing(
    'what is known is overwritten instead of being kept',
    'postgres',
    'on conflict ("key") do nothing',
    'on conflict ("key") do update set "key" = excluded."key"',
  ),
  replacing(
    'null is sorted first',
    'postgres',
    'order by "stopped_at"',
    'order by "stopped_at" desc nulls first',
  ),
  replacing(
    'an update returns no rows',
    'sqlite',
    ' returning "channel_id"',
    ' returning \'\' as "channel_id"',
  ),
  replacing(
    'the limit is forgotten',
    'postgres',
    'order by "undecided_alerts"."tried_at"',
    'order by -"undecided_alerts"."tried_at"',
  ),
  replacing('a condition on a boolean is always true', 'postgres', 'where "is_notice_due"', 'where true'),
  replacing(
    'an average is an integer',
    'sqlite',
    'min("alerts"."occurred_at")',
    'max("alerts"."occurred_at")',
  ),
  replacing(
    'a deletion does not reach what refers to the row',
    'sqlite',
    'delete from "live_messages"',
    'delete from "drafts"',
  ),
];
