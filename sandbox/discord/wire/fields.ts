/** Reads fields of a request's body, which may be anything. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a body, or undefined. */
export function field(body: unknown, name: string): unknown {
  return isRecord(body) ? body[name] : undefined;
}

/** A text field, or undefined when it is absent or no string. */
export function textField(body: unknown, name: string): string | undefined {
  const value = field(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** A permission bit field, which Discord accepts as a string of digits or a number; null when absent or invalid. */
export function bitsField(body: unknown, name: string): bigint | null {
  const value = field(body, name);
  if (typeof value === 'string' && /^\d+$/.test(value)) {
    return BigInt(value);
  }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** Whether a query parameter is true. */
export function flagSet(query: URLSearchParams, name: string): boolean {
  return ['true', '1', 'True'].includes(query.get(name) ?? '');
}
