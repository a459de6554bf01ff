/** Whether a value is a JSON object. Raw numbers of `parseKeepingDigits` are not. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);
}
