/**
 * Removes U+0000, which PostgreSQL text cannot contain, on both databases. Text from the marketplace and from Discord
 * is cleaned when it is decoded; this handles all other text.
 */
export function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

/** Returns a text as it is read back, because databases store no unpaired surrogates. */
export const storedText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
