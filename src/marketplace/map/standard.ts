/** Reads the token standard from `721`, `ERC1155` and the like, or `null`. */
export function standardOf(text: string | null): '721' | '1155' | null {
  if (text === null) return null;
  if (text.includes('1155')) return '1155';
  return text.includes('721') ? '721' : null;
}
