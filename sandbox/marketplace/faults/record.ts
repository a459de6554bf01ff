/** A JSON object. Raw numbers, as `parseKeepingDigits` makes them, are none. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);
}
