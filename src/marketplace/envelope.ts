import { isRecord } from './decode/record.ts';
import { BadResponse } from './errors.ts';
import { describeBody } from './http-failure.ts';

/** Other places where lists were seen (activity-decoding: envelope_array). */
const OTHER_LISTS = ['data', 'items', 'results', 'docs'];
/** A page has 100 records, 500 where more is asked for; a server that gives whatever it has is read so far. */
const MOST_RECORDS = 10_000;

/** The words of an error that came with a status of success, or `null`. */
export function errorIn(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const { error, message } = body;
  return describeBody(JSON.stringify({ error, message }));
}

/**
 * The records of a list answer: under one of `names`, bare, or in an envelope. A list that is `null` is empty. No more
 * than 10,000, the first.
 * @param names what the array may be called, the documented name first
 * @throws BadResponse when there is no list
 */
export function listIn(body: unknown, names: readonly [string, ...string[]]): readonly unknown[] {
  if (Array.isArray(body)) return body.slice(0, MOST_RECORDS);
  if (isRecord(body)) {
    const data = body['data'];
    for (const holder of isRecord(data) ? [body, data] : [body]) {
      for (const name of [...names, ...OTHER_LISTS]) {
        const list = Object.hasOwn(holder, name) ? holder[name] : undefined;
        if (Array.isArray(list)) return list.slice(0, MOST_RECORDS);
      }
    }
    if (body[names[0]] === null) return [];
  }
  // Without the server's words: they may repeat what a member typed, and errors are logged.
  throw new BadResponse(`there is no list of ${names[0]}`);
}

/** The thing itself in an answer that may wrap it as `{name: …}` or `{data: …}`. */
export function objectIn(body: unknown, name: string): unknown {
  if (!isRecord(body)) return body;
  for (const key of [name, 'data']) {
    if (Object.hasOwn(body, key) && isRecord(body[key])) return body[key];
  }
  return body;
}
