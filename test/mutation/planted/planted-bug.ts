/** A bug in behaviour, planted by replacing a text that its file has exactly once. */
export interface PlantedBug {
  /** What a user or an operator would meet. */
  readonly name: string;
  readonly file: string;
  /** Of today’s source: who changes it changes it here. */
  readonly text: string;
  readonly replacement: string;
}

/** Bugs of one area. */
export interface PlantedArea {
  readonly area: string;
  readonly bugs: readonly PlantedBug[];
}

/** The source with the bug. @throws Error if its text is not in it exactly once */
export function plant({ name, file, text, replacement }: PlantedBug, source: string): string {
  if (source.split(text).length !== 2) throw new Error(`${file} does not have the text of “${name}” once.`);
  return source.replace(text, () => replacement);
}
