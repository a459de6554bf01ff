import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Characters that no font draws, or each font differently: controls, formatting, unassigned and private ones. */
const UNDRAWN = /[\p{DI}\p{C}]/gu;
/** What `lookOf` ignores beside them: blanks, as U+2800 is one, and accents. */
const BLANKS_AND_ACCENTS = /[\p{Z}\p{M}\s\u2800]/gu;

/** Removes what is not drawn. */
export const withoutUndrawn = (text: string): string => text.replaceAll(UNDRAWN, '');

/** The characters of a text that can be told apart: compatible forms in one form, without blanks and accents. */
export const drawnCharacters = (text: string): readonly string[] =>
  Array.from(withoutUndrawn(text.normalize('NFKD')).replaceAll(BLANKS_AND_ACCENTS, ''));

/** Reads `confusables.txt`: entries `look:character,character`, all in hexadecimal code points. */
function readSkeletons(): ReadonlyMap<string, string> {
  const file = readFileSync(path.join(import.meta.dirname, 'confusables.txt'), 'utf8');
  const entries = file.replaceAll(/^#.*$/gm, '').split(/\s+/).filter(Boolean);
  const textOf = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));
  return new Map(
    entries.flatMap((entry) => {
      const [skeleton = '', sources = ''] = entry.split(':');
      const drawn = skeleton.split('.').map(textOf).join('');
      return sources.split(',').map((source): [string, string] => [textOf(source), drawn]);
    }),
  );
}

const LOOKS = readSkeletons();

/**
 * How a text looks: equal for texts that people take for one another, by Unicode's confusables (UTS #39) and without case,
 * accents, blanks and invisible characters. `I`, `l`, `i` and `1` are one character, so that capitals equal small letters.
 */
export const skeletonOf = (text: string): string =>
  drawnCharacters(text)
    .map((character) => LOOKS.get(character) ?? character.toLowerCase())
    .join('');

/** The characters of other alphabets that look like this one. */
export const lookalikesOf = (look: string): readonly string[] =>
  [...LOOKS].flatMap(([character, drawn]) => (drawn === look ? [character] : []));
