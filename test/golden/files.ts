import { readFileSync, writeFileSync } from 'node:fs';
import type { GoldenMessage } from './cases.ts';

const fileOf = (group: string) => new URL(`messages/${group}.jsonl`, import.meta.url);

/** A message as one line of its file, so that each changed message is one line of a diff. */
export const lineOf = ({ name, body }: GoldenMessage): string => JSON.stringify({ name, body });

/** The lines of a file of golden messages. */
export function goldenLines(group: string): readonly string[] {
  return readFileSync(fileOf(group), 'utf8').trimEnd().split('\n');
}

/** Writes these as the new golden messages. */
export function writeGolden(group: string, messages: readonly GoldenMessage[]): void {
  writeFileSync(fileOf(group), `${messages.map(lineOf).join('\n')}\n`);
}
