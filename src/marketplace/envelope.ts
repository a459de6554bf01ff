import { isRecord } from './decode/record.ts';
import { BadResponse } from './errors.ts';
import { describeBody } from './http-failure.ts';

/** Other names of list fields (activity-decoding: envelope_array). */
const OTHER_LISTS = ['data', 'items', 'results', 'docs'];
/** Maximum records read from one answer. A page has 100, or 500 on request; some servers ignore the limit. */
const MAX_RECORDS = 10_000;

/** Returns the message of an error that came with status 200, or `null`. */
export function readError(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const { error, message } = body;
  return describeBody(JSON.stringify({ error, message }));
}

/**
 * Returns the records of a list answer, at most 10,000: under one of `names`, as a bare array, or in an envelope. A
 * list that is `null` is empty.
 * @param names possible names of the array, the documented one first
 * @throws BadResponse if there is no list
 */
export function readList(body: unknown, names: readonly [string, ...string[]]): readonly unknown[] {
  if (Array.isArray(body)) return body.slice(0, MAX_RECORDS);
  if (isRecord(body)) {
    const data = body['data'];
    for (const holder of isRecord(data) ? [body, data] : [body]) {
      for (const name of [...names, ...OTHER_LISTS]) {
        const list = Object.hasOwn(holder, name) ? holder[name] : undefined;
        if (Array.isArray(list)) return list.slice(0, MAX_RECORDS);
      }
    }
    if (body[names[0]] === null) return [];
  }
  // Without the server's message, because it may repeat a member's input, and errors are logged.
  throw new BadResponse(`there is no list of ${names[0]}`);
}

/** Returns the object in an answer that may wrap it as `{name: …}` or `{data: …}`. */
export function unwrapObject(body: unknown, name: string): unknown {
  if (!isRecord(body)) return body;
  for (const key of [name, 'data']) {
    if (Object.hasOwn(body, key) && isRecord(body[key])) return body[key];
  }
  return body;
}
