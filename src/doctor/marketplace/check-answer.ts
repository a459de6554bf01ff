import { isRecord } from '#src/marketplace/decode/record.ts';
import { readCount } from '#src/marketplace/decode/scalar.ts';
import { findUnreadPagination } from '#src/marketplace/pagination.ts';
import { bad, type CheckResult, good, warning } from '../check-result.ts';
import type { Answer, Reply } from '../http-request.ts';
import type { Observed } from './observe.ts';
import { describeUnread, exampleOf, isLeftOut } from './unread-values.ts';

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
    ...(/\bjson\b/i.test(type) ? [] : [`content type: ${type}, which is not JSON`]),
    ...(ms > SLOW_MS
      ? [`slow: the answer took ${seconds(ms)}, and a command must be answered within 3 s`]
      : []),
  ];
}

/** The shape of an answer that the client refused. */
function describe(body: unknown): string {
  if (isRecord(body)) return `an object with ${Object.keys(body).slice(0, 12).join(', ') || 'nothing in it'}`;
  return `${typeof body} ${JSON.stringify(body).slice(0, 60)}`;
}

/** What is odd about a page: its numbers, or that it is empty. */
function pageRemarks(value: unknown, body: unknown, received: number): readonly string[] {
  const unread = findUnreadPagination(body).map(
    ({ path, value: given }) => `pagination, ${path}: cannot be read, such as ${exampleOf(given)}`,
  );
  const total = isRecord(value) ? readCount(value['total']) : null;
  if (received > 0 || total === null || total === 0) return unread;
  return [...unread, `the page is empty, and there are said to be ${total}`];
}

/** Reports what the client could not read in the answer to one request. */
export function checkAnswer({ path, reply, records, value, error }: Observed<unknown>): CheckResult {
  const failure = unreadable(path, reply);
  if (failure !== null || !reply.answered) return failure ?? bad(`GET ${path} failed.`, CONTACT_MARKETPLACE);
  const unread = describeUnread(records);
  if (error !== null)
    return bad(`GET ${path}: ${error.message}`, CONTACT_MARKETPLACE, [
      ...unread.slice(0, MAX_DETAILS),
      `found: ${describe(reply.body)}`,
    ]);
  const listed = records.filter(({ list }) => list !== null);
  const [first] = listed;
  const isList = Array.isArray(value) || (isRecord(value) && 'items' in value);
  const seen = [
    `${reply.answeredAt - reply.askedAt} ms`,
    ...(isList ? [first === undefined ? 'no records' : `${listed.length} ${first.list}`] : []),
  ].join(', ');
  const misread = [...(isList ? pageRemarks(value, reply.body, listed.length) : []), ...unread];
  const remarks = [...transportRemarks(reply), ...misread];
  const details = remarks.slice(0, MAX_DETAILS);
  if (remarks.length > MAX_DETAILS) details.push(`and ${remarks.length - MAX_DETAILS} more`);
  if (first !== undefined && listed.every(isLeftOut))
    return bad(
      `GET ${path} has ${listed.length} ${first.list}, and the bot can read none of them.`,
      CONTACT_MARKETPLACE,
      details,
    );
  if (misread.length > 0)
    return warning(
      `GET ${path}: the bot cannot read all of the answer (${seen}).`,
      'The bot skips what it cannot read: such a record or field is not shown, and makes no alert.',
      details,
    );
  if (remarks.length > 0)
    return warning(`GET ${path} answers, but not as it should (${seen}).`, CONTACT_MARKETPLACE, details);
  return good(`GET ${path}: the bot reads all of the answer (${seen}).`);
}
