import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlantedBug, Replacement } from './bugs.ts';

/** The project's root. */
const ROOT = path.join(import.meta.dirname, '..', '..', '..');
/** What the bot consists of. */
const PARTS = ['src', 'commands', 'package.json'];

/** A copy of the bot with a bug. Disposing of it removes it. */
export interface PlantedCopy extends Disposable {
  readonly folder: string;
}

/** Everything that the bug replaces. */
export const replacementsOf = (bug: PlantedBug): readonly Replacement[] =>
  bug.and === undefined ? [bug] : [bug, bug.and];

/**
 * The source with the replacement in it.
 * @throws Error when the piece to replace does not stand there exactly once: then the bug has to be planted anew
 */
export function sourceWith({ file, find, replace }: Replacement): string {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const times = source.split(find).length - 1;
  if (times !== 1)
    throw new Error(`A bug cannot be planted: its piece stands ${times} times in ${file}: ${find}`);
  return source.replace(find, () => replace);
}

/** Copies the bot to a temporary folder and plants the bug. */
export function plant(bug: PlantedBug): PlantedCopy {
  const sources = replacementsOf(bug).map((one) => ({ file: one.file, source: sourceWith(one) }));
  const folder = mkdtempSync(path.join(tmpdir(), 'gavel-planted-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { file, source } of sources) writeFileSync(path.join(folder, file), source);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
