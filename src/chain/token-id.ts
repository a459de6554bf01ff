/**
 * A token's number within its collection, as a decimal string without leading zeros. It has up to 256 bits, so it does
 * not fit into a number.
 */
export type TokenId = string;

const LIMIT = 2n ** 256n;

/** Parses a token id (decimal or 0x-hex, with or without a leading `#`); `null` if the text is not one. */
export function parseTokenId(text: string): TokenId | null {
  const candidate = text.trim().replace(/^#/, '');
  if (!/^(\d+|0x[0-9a-fA-F]+)$/.test(candidate) || candidate.length > 100) return null;
  const value = BigInt(candidate);
  return value < LIMIT ? value.toString() : null;
}

/** Shortens a long token id for display: `1234`, `7654…3210`. */
export function shortTokenId(tokenId: TokenId): string {
  return tokenId.length <= 12 ? tokenId : `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}`;
}
