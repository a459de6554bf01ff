import { type NumberContext, numberText } from './numbers.ts';

/** `1 token`, `12,345 tokens`. */
export function counted(
  count: number | bigint,
  one: string,
  context: NumberContext,
  many = `${one}s`,
): string {
  return `${numberText(count, context)} ${count === 1 || count === 1n ? one : many}`;
}
