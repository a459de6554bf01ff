import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawnCharacters } from '#src/marketplace/confusables/look.ts';

/*
 * `npm run confusables -- FILE`: writes `src/marketplace/confusables/confusables.txt` from Unicode's file of that name
 * (https://www.unicode.org/Public/security/latest/confusables.txt).
 */

const TARGET = path.join(import.meta.dirname, '../src/marketplace/confusables/confusables.txt');
const LINE_WIDTH = 120;
/** More replacements than any character needs. */
const MAX_ROUNDS = 10;

const textOf = (codePoints: string) =>
  codePoints
    .trim()
    .split(/\s+/)
    .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .join('');

const hexOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16);

/** Unicode's prototype of each character. @throws Error if lines are missing */
function readPrototypes(file: string): ReadonlyMap<string, string> {
  const lines = [...file.matchAll(/^\uFEFF?([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)];
  const [, total] = /^# total: (\d+)/m.exec(file) ?? [];
  if (lines.length !== Number(total)) throw new Error(`${lines.length} of ${total} lines can be read.`);
  return new Map(lines.map(([, from = '', to = '']) => [textOf(from), textOf(to)]));
}

/** Replaces a character by its prototype in small letters, until nothing changes. */
function lookOf(character: string, prototypes: ReadonlyMap<string, string>): string {
  let look = character;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const prototype = drawnCharacters(look).map((one) => prototypes.get(one) ?? one);
    const next = drawnCharacters(drawnCharacters(prototype.join('')).join('').toLowerCase()).join('');
    // Some are drawn like an accent, which is not compared: they stay as they are.
    if (next === look || next === '') break;
    look = next;
  }
  // The prototype of `I` is `l`, so without this a name in capitals would differ from one in small letters.
  return look.replaceAll('i', 'l');
}

function* characters(): Generator<string> {
  for (let codePoint = 0x21; codePoint <= 0x10_ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (drawnCharacters(character).join('') === character) yield character;
  }
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: npm run confusables -- FILE');
const file = await readFile(source, 'utf8');
const [, version] = /^# Version: (.+)$/m.exec(file) ?? [];
const prototypes = readPrototypes(file);
const byLook = Map.groupBy(characters(), (character) => lookOf(character, prototypes));
const entries = [...byLook].flatMap(([look, all]) => {
  const changed = all.filter((character) => character.toLowerCase() !== look);
  return changed.length === 0
    ? []
    : [`${Array.from(look).map(hexOf).join('.')}:${changed.map(hexOf).join(',')}`];
});
const lines = [
  `# Written by scripts/confusables.ts from Unicode's confusables.txt, version ${version}.`,
  '# © Unicode, Inc. Unicode License V3 (SPDX: Unicode-3.0), see LICENSE.txt.',
];
let line = '';
for (const entry of entries) {
  if (line !== '' && line.length + 1 + entry.length > LINE_WIDTH) {
    lines.push(line);
    line = '';
  }
  line = line === '' ? entry : `${line} ${entry}`;
}
await writeFile(TARGET, `${[...lines, line].join('\n')}\n`);
