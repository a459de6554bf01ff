import { bad, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Reply } from '../http-get.ts';
import { isRecord } from '../record.ts';
import { type Comparison, compare } from './compare.ts';
import type { Endpoint, Part } from './endpoints.ts';

/** Discord's time limit for answering a command is three seconds. */
const SLOW_MS = 3_000;
const MAX_DETAILS = 40;

const CONTACT_MARKETPLACE = 'Report it to those who run the marketplace, or wait and run the doctor again.';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Returns the result for an answer that cannot be read at all; `null` if it can. */
export function unreadable(path: string, reply: Reply): CheckResult | null {
  if (!reply.answered) return bad(`GET ${path} failed: ${reply.reason}.`, CONTACT_MARKETPLACE);
  const { status } = reply;
  if (status === 429)
    return bad(
      `GET ${path} is refused: too many requests.`,
      'Wait a minute and run the doctor again; if that does not help, poll less often (POLL_SCHEDULE).',
    );
  if (status !== 200) return bad(`GET ${path} answers with status ${status}.`, CONTACT_MARKETPLACE);
  if (reply.body === undefined)
    return bad(`GET ${path} answers with something that is not JSON.`, CONTACT_MARKETPLACE);
  return null;
}

/** Checks content type and duration. */
export function transportRemarks({ headers, askedAt, answeredAt }: Answer): readonly string[] {
  const type = headers.get('content-type') ?? 'none';
  const ms = answeredAt - askedAt;
  return [
    ...(/\bjson\b/i.test(type) ? [] : [`content type: ${type}, documented as JSON`]),
    ...(ms > SLOW_MS
      ? [`slow: the answer took ${seconds(ms)}, and a command must be answered within 3 s`]
      : []),
  ];
}

/** Returns the records: the list with the documented name, or the whole answer; `null` without a list. */
function listIn(body: unknown, name: string): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const list = isRecord(body) ? body[name] : null;
  return Array.isArray(list) ? list : null;
}

function furtherFields(comparisons: readonly Comparison[], { parts, list }: Endpoint): number {
  // Fields that contain another part are compared there, so they are not extra fields.
  const holders = new Set([list ?? '', ...parts.flatMap(({ prefix }) => prefix.split(/[.[\]]+/))]);
  return comparisons.flatMap(({ extra }) => extra).filter((name) => !holders.has(name)).length;
}

function comparePart({ prefix, fields, within, mandatory = false }: Part, body: unknown): Comparison {
  const records = within(body);
  // Without the object, all its fields are missing.
  if (records.length > 0 || !mandatory) return compare(records, fields, prefix);
  return {
    differences: [`${prefix.replace(/\.$/, '') || 'the answer'}: missing (documented as an object)`],
    missing: Object.keys(fields).map((name) => `${prefix}${name}`),
    extra: [],
  };
}

/** Compares the answer to one request with its document. */
export function checkAnswer(endpoint: Endpoint, reply: Reply): CheckResult {
  const { path, list, parts } = endpoint;
  const failure = unreadable(path, reply);
  if (failure !== null || !reply.answered) return failure ?? bad(`GET ${path} failed.`, CONTACT_MARKETPLACE);
  const { body } = reply;
  const records = list === null ? null : listIn(body, list);
  if (list !== null && records === null)
    return bad(`GET ${path} has no list of ${list} in its answer.`, CONTACT_MARKETPLACE, [
      `found: ${describe(body)}`,
    ]);
  const comparisons = parts.map((part) => comparePart(part, body));
  const differences = [...transportRemarks(reply), ...comparisons.flatMap((one) => one.differences)];
  const missingRequired = parts.flatMap(({ prefix, requiredFields = [] }, index) =>
    requiredFields
      .map((name) => `${prefix}${name}`)
      .filter((name) => comparisons[index]?.missing.includes(name) === true),
  );
  const further = furtherFields(comparisons, endpoint);
  const seen = [
    `${reply.answeredAt - reply.askedAt} ms`,
    ...(records === null ? [] : [`${records.length} ${list}`]),
    ...(further === 0 ? [] : [`${further} further fields`]),
  ].join(', ');
  const details = differences.slice(0, MAX_DETAILS);
  if (differences.length > MAX_DETAILS) details.push(`and ${differences.length - MAX_DETAILS} more`);
  if (missingRequired.length > 0)
    return bad(
      `GET ${path} lacks what the bot cannot do without: ${missingRequired.join(', ')}.`,
      CONTACT_MARKETPLACE,
      details,
    );
  if (differences.length > 0)
    return warning(
      `GET ${path} differs from its document in ${differences.length} ${differences.length === 1 ? 'point' : 'points'} (${seen}).`,
      'The bot reads it all the same; what is missing is not shown.',
      details,
    );
  return good(`GET ${path} answers as documented (${seen}).`);
}

function describe(body: unknown): string {
  if (isRecord(body)) return `an object with ${Object.keys(body).slice(0, 12).join(', ') || 'nothing in it'}`;
  return `${typeof body} ${JSON.stringify(body).slice(0, 60)}`;
}
