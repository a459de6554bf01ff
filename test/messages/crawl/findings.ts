import { ownWords } from './own-words.ts';

/** Words that did not come from the messages, by area: where they were seen first. */
export interface Findings {
  /** Notes what people see in an area. @param where what was done to see it */
  read(area: string, where: string, texts: readonly string[]): void;
  /** The areas in which something was read. */
  readonly areas: () => readonly string[];
  /** The areas with words of their own. */
  readonly found: () => readonly string[];
  /** Every word of its own that an area says, with where it was seen. */
  readonly report: (areas: readonly string[]) => string;
}

export function createFindings(): Findings {
  const areas = new Map<string, Map<string, string>>();
  return {
    read(area, where, texts) {
      const seen = areas.get(area) ?? new Map<string, string>();
      areas.set(area, seen);
      for (const words of texts.flatMap((text) => ownWords(text))) {
        if (!seen.has(words.trim())) seen.set(words.trim(), where);
      }
    },
    areas: () => [...areas.keys()],
    found: () => [...areas].flatMap(([area, seen]) => (seen.size > 0 ? [area] : [])).toSorted(),
    report: (wanted) =>
      wanted
        .flatMap((area) => [
          `\n${area}`,
          ...[...(areas.get(area) ?? [])].map(([words, where]) => `  “${words}” (${where})`),
        ])
        .join('\n'),
  };
}
