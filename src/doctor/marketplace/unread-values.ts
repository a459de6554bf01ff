import { findUnread } from '#src/marketplace/decode/unread.ts';
import type { ObservedRecord } from './observe.ts';

/** Values of foreign answers that are shown, in bytes. */
const MAX_EXAMPLE_BYTES = 60;

/** A value as JSON on one line, of at most 60 bytes. */
export function exampleOf(value: unknown): string {
  const text = (JSON.stringify(value) ?? String(value)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_EXAMPLE_BYTES) return text;
  // `stream` leaves out a character that is cut in the middle.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_EXAMPLE_BYTES), { stream: true })}…`;
}

/** What was found in records, by its description. */
type Findings = Map<string, { readonly example: string; records: number }>;

function add(findings: Findings, what: string, value: unknown): void {
  const found = findings.get(what);
  if (found === undefined) findings.set(what, { example: exampleOf(value), records: 1 });
  else found.records += 1;
}

function linesOf(list: string | null, records: readonly ObservedRecord[]): readonly string[] {
  const findings: Findings = new Map();
  const [itself, prefix] = list === null ? ['the answer', ''] : [`${list}[]`, `${list}[].`];
  for (const { record, schema } of records) {
    const reason = schema.safeParse(record).error?.issues[0]?.message;
    if (reason !== undefined) add(findings, `${itself}: left out, because it ${reason}`, record);
    // A path may occur several times in a record.
    const unread = new Map(findUnread(schema, record).map(({ path, value }) => [path, value]));
    for (const [path, value] of unread) add(findings, `${prefix}${path}: cannot be read`, value);
  }
  return [...findings].map(([what, found]) => {
    const share = list === null ? '' : ` in ${found.records} of ${records.length}`;
    return `${what}${share}, such as ${found.example}`;
  });
}

/** A line for everything that the client could not read in the records, with an example and the number of records. */
export const describeUnread = (records: readonly ObservedRecord[]): readonly string[] =>
  [...Map.groupBy(records, ({ list }) => list)].flatMap(([list, own]) => linesOf(list, own));

/** Whether a record is left out. */
export const isLeftOut = ({ record, schema }: ObservedRecord): boolean => !schema.safeParse(record).success;
