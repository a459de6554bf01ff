/** Wall ms as ISO 8601. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Wall ms as Unix seconds; 0 where there is no time. */
export function unixSeconds(ms: number | null): number {
  return Math.floor((ms ?? 0) / 1000);
}
