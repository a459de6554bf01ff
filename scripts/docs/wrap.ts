/** Maximum line length of generated text, in characters. */
const WIDTH = 120;

/** The text in lines of at most 120 characters, each starting with `prefix`; a longer word gets its own line. */
export function wrapLines(text: string, prefix = ''): readonly string[] {
  const lines: string[] = [];
  // The stars of a cron expression stay on one line.
  for (const word of text.split(/\s+(?!\*)/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${prefix}${word}`);
  }
  return lines;
}
