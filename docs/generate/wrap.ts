/** Longest line of what is generated. */
const WIDTH = 120;

/** The text in lines of at most 120 characters, each behind `prefix`; a longer word has a line of its own. */
export function wrapped(text: string, prefix = ''): readonly string[] {
  const lines: string[] = [];
  // The stars of a cron expression belong together.
  for (const word of text.split(/\s+(?!\*)/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${prefix}${word}`);
  }
  return lines;
}
