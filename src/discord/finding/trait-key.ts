import { hash } from 'node:crypto';

/**
 * Returns a short, stable key for a trait type or one of its values, for custom ids: six characters of base64url. With
 * a few thousand values per collection, about one collection in ten thousand has a collision; the first value is used
 * then.
 */
export function traitKey(type: string, value: string | null = null): string {
  const text = value === null ? JSON.stringify([type]) : JSON.stringify([type, value]);
  return hash('sha256', text, 'base64url').slice(0, 6);
}
