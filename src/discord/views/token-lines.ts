import type { ToldToken } from '../../domain/alert.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { itemName } from './naming.ts';
import { numberText } from './numbers.ts';

/** Room that a list of tokens may take of Discord's 4,096 characters, so that a batch keeps within 6,000. */
const LIST_ROOM = 3_000;
const NAME_LENGTH = 80;

/** A token in a list: its name, linked to its page, and how many units of it. */
export function tokenLine(token: ToldToken, context: ViewContext): string {
  const name = escapedLine(itemName(token, context), NAME_LENGTH);
  const page = context.links.item(token.collection, token.tokenId);
  const units = token.quantity > 1n ? ` × ${unitsCount(token.quantity, context)}` : '';
  return `${page === null ? name : `[${name}](${page})`}${units}`;
}

/** A line a token, as many as there is room for, and the number of the others. */
export function tokenLines<T extends ToldToken>(
  tokens: readonly T[],
  lineOf: (token: T) => string,
  context: ViewContext,
): string {
  const lines: string[] = [];
  let room = LIST_ROOM;
  for (const token of tokens) {
    const line = lineOf(token);
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    lines.push(line);
  }
  const more = tokens.length - lines.length;
  if (more === 0) return lines.join('\n');
  return [...lines, `and ${numberText(more, context)} more in the same transaction`].join('\n');
}
