import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlantedBug } from './bugs.ts';

/** The project's root. */
const ROOT = path.join(import.meta.dirname, '..', '..', '..');
/** What the bot consists of. */
const PARTS = ['src', 'commands', 'package.json'];

/** A copy of the bot with a bug. Disposing of it removes it. */
export interface PlantedCopy extends Disposable {
  readonly folder: string;
}

/**
 * The source with the bug in it.
 * @throws Error when the piece to replace does not stand there exactly once: then the bug has to be planted anew
 */
export function sourceWith({ name, file, find, replace }: PlantedBug): string {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const times = source.split(find).length - 1;
  if (times !== 1)
    throw new Error(`“${name}” cannot be planted: its piece stands ${times} times in ${file}.`);
  return source.replace(find, () => replace);
}

/** Copies the bot to a temporary folder and plants the bug. */
export function plant(bug: PlantedBug): PlantedCopy {
  const source = sourceWith(bug);
  const folder = mkdtempSync(path.join(tmpdir(), 'gavel-planted-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, bug.file), source);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
