import { hash } from 'node:crypto';

/** Lower-case hex digits derived from the key; `digits` is at most 64. */
export function hexOf(key: string, digits: number): string {
  return hash('sha256', key).slice(0, digits);
}

/** A 0x-prefixed, lower-case address derived from the key. */
export function addressOf(key: string): string {
  return `0x${hexOf(key, 40)}`;
}

/** A 0x-prefixed transaction hash derived from the key. */
export function txHashOf(key: string): string {
  return `0x${hexOf(key, 64)}`;
}

/** A record id in the form of a MongoDB ObjectId, derived from the key. */
export function recordIdOf(key: string): string {
  return hexOf(key, 24);
}
