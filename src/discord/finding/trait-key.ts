import { createHash } from 'node:crypto';

/**
 * A short name for a trait type, or for one of its values, that fits into a custom id: six characters of base64url,
 * the same for the same texts for ever. Of a collection's few thousand values, two share one once in some ten thousand
 * collections; then the first is meant.
 */
export function traitKey(type: string, value: string | null = null): string {
  const text = value === null ? JSON.stringify([type]) : JSON.stringify([type, value]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}
