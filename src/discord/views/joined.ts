/** `a`, `a and b`, `a, b and c`. */
export function joined(words: readonly string[], last: 'and' | 'or'): string {
  const end = words.at(-1) ?? '';
  return words.length < 2 ? end : `${words.slice(0, -1).join(', ')} ${last} ${end}`;
}
