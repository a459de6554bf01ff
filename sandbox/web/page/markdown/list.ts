import { readInline } from './inline.ts';
import type { ListBlock, ListItem } from './nodes.ts';

const ITEM = /^( *)([-*+]|\d{1,9}\.) +(\S.*)$/;

interface Line {
  readonly indent: number;
  /** `null` for a bullet. */
  readonly number: number | null;
  readonly text: string;
}

/** A line of a list, or `null` for any other. */
export function listLine(line: string): Line | null {
  const found = ITEM.exec(line);
  if (found === null) return null;
  const [, blanks = '', marker = '', text = ''] = found;
  return { indent: blanks.length, number: /\d/.test(marker) ? Number.parseInt(marker, 10) : null, text };
}

/** Groups lines into lists: an indented line is nested below the item before it. */
export function listsOf(lines: readonly Line[]): readonly ListBlock[] {
  const lists: ListBlock[] = [];
  let items: ListItem[] = [];
  let at = 0;
  let ordered: boolean | null = null;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    let next = at + 1;
    while ((lines[next]?.indent ?? -1) > line.indent) next += 1;
    if (ordered !== (line.number !== null)) {
      ordered = line.number !== null;
      items = [];
      lists.push({ type: 'list', start: line.number, items });
    }
    items.push({ children: readInline(line.text), below: listsOf(lines.slice(at + 1, next)) });
    at = next;
  }
  return lists;
}
