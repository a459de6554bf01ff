/**
 * A token's number within its collection, a decimal string without leading zeros. Up to 256 bits, so never a number.
 */
export type TokenId = string;

const LIMIT = 2n ** 256n;

/** The token id in `text` (decimal or 0x-hex, with or without a leading `#`), or `null` if it is none. */
export function parseTokenId(text: string): TokenId | null {
  const candidate = text.trim().replace(/^#/, '');
  if (!/^(\d+|0x[0-9a-fA-F]+)$/.test(candidate) || candidate.length > 100) return null;
  const value = BigInt(candidate);
  return value < LIMIT ? value.toString() : null;
}

/** A token id for display, shortened if it is long: `1234`, `7654…3210`. */
export function shortTokenId(tokenId: TokenId): string {
  return tokenId.length <= 12 ? tokenId : `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}`;
}
