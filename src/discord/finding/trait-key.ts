import { hash } from 'node:crypto';

/**
 * A short, stable key for a trait type or one of its values, for custom ids: six characters of base64url. Among the
 * few thousand values of a collection, a collision occurs in about one of ten thousand collections; then the first
 * value is used.
 */
export function traitKey(type: string, value: string | null = null): string {
  const text = value === null ? JSON.stringify([type]) : JSON.stringify([type, value]);
  return hash('sha256', text, 'base64url').slice(0, 6);
}
