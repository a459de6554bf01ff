declare global {
  interface JSON {
    /** ECMAScript's raw JSON text, which TypeScript does not list yet. */
    rawJSON(text: string): JsonInteger;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** An integer that JSON.stringify writes with all digits. */
export interface JsonInteger {
  readonly rawJSON: string;
}

/** A token id as the API writes it: a bare JSON integer of up to 78 digits. */
export function jsonInteger(digits: string): JsonInteger {
  return JSON.rawJSON(digits);
}

/** Parses JSON so that every number is written back unchanged. */
export function parseKeepingDigits(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  );
}

/** A value as JSON text; amounts become decimal strings, as in the whole API. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  );
}

/** A JSON answer. */
export function jsonResponse(value: unknown, status = 200): Response {
  return new Response(toJson(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}
