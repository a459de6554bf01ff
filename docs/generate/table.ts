/** A cell's text on one line, with nothing in it that would end the cell. */
const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text as Markdown shows it letter by letter. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text}${fence}`;
}

/** Plain text as Markdown: none of its signs means anything. */
export function plain(text: string): string {
  return text.replaceAll(/[\\*_`~<[\]]/g, '\\$&');
}
