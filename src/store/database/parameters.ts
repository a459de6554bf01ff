/**
 * PostgreSQL has no text with U+0000. What is read from the marketplace and from Discord loses it when it is decoded;
 * from any other text it is removed here, on both databases alike.
 */
export function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

/** A text as it is read back: no database stores half of a character. */
export const storedText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
