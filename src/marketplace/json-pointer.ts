import { isRecord } from './decode/record.ts';

const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the value that a JSON pointer names (RFC 6901); `undefined` if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split('/').slice(1).map(unescapeToken)) {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      value = /^(?:0|[1-9]\d{0,8})$/.test(token) ? items[Number(token)] : undefined;
    } else value = isRecord(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
