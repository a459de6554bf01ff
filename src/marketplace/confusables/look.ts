import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Characters that fonts do not draw, or draw differently: controls, formatting, unassigned and private ones. */
const UNDRAWN = /[\p{DI}\p{C}]/gu;
/** Further characters that `lookOf` ignores: spaces, including U+2800, and accents. */
const BLANKS_AND_ACCENTS = /[\p{Z}\p{M}\s\u2800]/gu;

/** Removes characters that are not drawn. */
export const withoutUndrawn = (text: string): string => text.replaceAll(UNDRAWN, '');

/** Returns the visually distinct characters of a text: compatibility forms are unified, spaces and accents removed. */
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
 * Returns how a text looks: equal for texts that people confuse, according to Unicode's confusables (UTS #39), ignoring
 * case, accents, spaces and invisible characters. `I`, `l`, `i` and `1` count as one character, so that capitals equal
 * small letters.
 */
export const skeletonOf = (text: string): string =>
  drawnCharacters(text)
    .map((character) => LOOKS.get(character) ?? character.toLowerCase())
    .join('');

/** Returns the characters of other alphabets that look like this one. */
export const lookalikesOf = (look: string): readonly string[] =>
  [...LOOKS].flatMap(([character, drawn]) => (drawn === look ? [character] : []));
