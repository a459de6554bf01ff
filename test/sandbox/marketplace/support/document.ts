import { existsSync, readFileSync } from 'node:fs';

/** The API's document, which is beside the project and not part of it. */
const DOCUMENT = '../shared/marketplace-api.md';

export const documentIsAbsent = !existsSync(DOCUMENT);

/** The cells of a table's rows, without its head. */
type Rows = readonly (readonly string[])[];

/** What is parsed from the document. */
export interface ApiDocument {
  /** The rows of the first table below a line. Throws a RangeError when there is no such line or table. */
  table(heading: string): Rows;
  /** The rest of the line with this prefix. Throws a RangeError when there is none. */
  line(beginning: string): string;
  /** Paths of the endpoints, in order. */
  readonly endpoints: readonly string[];
}

export function readDocument(): ApiDocument {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
  const find = (beginning: string): number => {
    const index = lines.findIndex((line) => line === beginning || line.startsWith(beginning));
    if (index < 0) throw new RangeError(`The document has no line that begins with ${beginning}`);
    return index;
  };
  return {
    table(heading) {
      const exact = lines.indexOf(heading);
      const from = exact < 0 ? find(heading) : exact;
      const first = lines.findIndex((line, index) => index > from && line.startsWith('|'));
      const next = lines.findIndex((line, index) => index > from && line.startsWith('#'));
      if (first < 0 || (next >= 0 && next < first))
        throw new RangeError(`There is no table below ${heading}`);
      const after = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
      return lines.slice(first + 2, after).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    },
    line: (beginning) => lines[find(beginning)]?.slice(beginning.length) ?? '',
    endpoints: lines.flatMap((line) => /^### GET (\S+)$/.exec(line)?.[1] ?? []),
  };
}

/** The names in an enumeration such as `a, b (string); c (number, percentage)`. */
export function namesIn(text: string): readonly string[] {
  return text
    .replace(/\([^)]*\)/g, '')
    .replace(/^(object|array of objects):/, '')
    .split(/[,;]/)
    .map((name) => name.replace(/[.`]+\s*$/, '').trim())
    .filter((name) => name !== '' && !/^each |^all /.test(name));
}
