import { hash } from 'node:crypto';

/**
 * Far above any real identifier. Identifiers become parts of keys, and PostgreSQL indexes no text of more than 2,700
 * bytes, even if every character is written as `%E4%B8%80`.
 */
const MAX_LENGTH = 200;

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Returns an identifier unchanged, or the hash of a long one, because truncated ones could be equal. */
export const hashLong = (text: string): string =>
  text.length > MAX_LENGTH ? `sha256:${sha256(text)}` : text;
