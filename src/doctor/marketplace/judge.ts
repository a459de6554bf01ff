import type { Answer, Reply } from '../ask.ts';
import { bad, type Finding, good, warning } from '../finding.ts';
import { isRecord } from '../record.ts';
import { type Comparison, compare } from './compare.ts';
import type { Endpoint, Part } from './endpoints.ts';

/** Commands must be answered within three seconds. */
const SLOW_MS = 3_000;
const MOST_DETAILS = 40;

const TELL = 'Tell those who run the marketplace, or wait and run the doctor again.';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What keeps the answer from being read at all; `null` when nothing does. */
export function unreadable(path: string, reply: Reply): Finding | null {
  if (!reply.answered) return bad(`GET ${path} brings no answer: ${reply.reason}.`, TELL);
  const { status } = reply;
  if (status === 429)
    return bad(
      `GET ${path} is refused: too many requests.`,
      'Wait a minute and run the doctor again; if it stays so, poll more rarely (POLL_SCHEDULE).',
    );
  if (status !== 200) return bad(`GET ${path} answers with status ${status}.`, TELL);
  if (reply.body === undefined) return bad(`GET ${path} answers with something that is no JSON.`, TELL);
  return null;
}

/** What is odd about how it was answered, whatever it says. */
export function manners({ headers, askedAt, answeredAt }: Answer): readonly string[] {
  const type = headers.get('content-type') ?? 'none';
  const ms = answeredAt - askedAt;
  return [
    ...(/\bjson\b/i.test(type) ? [] : [`content type: ${type}, documented as JSON`]),
    ...(ms > SLOW_MS
      ? [`slow: the answer took ${seconds(ms)}, and a command must be answered within 3 s`]
      : []),
  ];
}

/** Whether the records were listed where the document has them, or were the whole answer. */
function listIn(body: unknown, name: string): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  const list = isRecord(body) ? body[name] : null;
  return Array.isArray(list) ? list : null;
}

function furtherFields(comparisons: readonly Comparison[], { parts, list }: Endpoint): number {
  // What a part of the answer is in is looked at there, and is no further field.
  const holders = new Set([list ?? '', ...parts.flatMap(({ where }) => where.split(/[.[\]]+/))]);
  return comparisons.flatMap(({ extra }) => extra).filter((name) => !holders.has(name)).length;
}

function comparePart({ where, fields, within, always = false }: Part, body: unknown): Comparison {
  const records = within(body);
  // Where there is no such object, everything in it is missing.
  if (records.length > 0 || !always) return compare(records, fields, where);
  return {
    differences: [`${where.replace(/\.$/, '') || 'the answer'}: missing (documented as an object)`],
    missing: Object.keys(fields).map((name) => `${where}${name}`),
    extra: [],
  };
}

/** What the answer to one request is like, against its document. */
export function judge(endpoint: Endpoint, reply: Reply): Finding {
  const { path, list, parts } = endpoint;
  const refused = unreadable(path, reply);
  if (refused !== null || !reply.answered) return refused ?? bad(`GET ${path} brings no answer.`, TELL);
  const { body } = reply;
  const records = list === null ? null : listIn(body, list);
  if (list !== null && records === null)
    return bad(`GET ${path} has no list of ${list} in its answer.`, TELL, [`found: ${describe(body)}`]);
  const comparisons = parts.map((part) => comparePart(part, body));
  const differences = [...manners(reply), ...comparisons.flatMap((one) => one.differences)];
  const lacking = parts.flatMap(({ where, needed = [] }, index) =>
    needed
      .map((name) => `${where}${name}`)
      .filter((name) => comparisons[index]?.missing.includes(name) === true),
  );
  const further = furtherFields(comparisons, endpoint);
  const seen = [
    `${reply.answeredAt - reply.askedAt} ms`,
    ...(records === null ? [] : [`${records.length} ${list}`]),
    ...(further === 0 ? [] : [`${further} further fields`]),
  ].join(', ');
  const details = differences.slice(0, MOST_DETAILS);
  if (differences.length > MOST_DETAILS) details.push(`and ${differences.length - MOST_DETAILS} more`);
  if (lacking.length > 0)
    return bad(`GET ${path} lacks what the bot cannot do without: ${lacking.join(', ')}.`, TELL, details);
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
