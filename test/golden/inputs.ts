import { readFileSync } from 'node:fs';
import type { Alert } from '../../src/domain/alert.ts';
import { readAlert } from '../../src/store/rows/alert.ts';

/** One alert of `alerts.jsonl`, by the name that the golden messages know it by. */
export interface NamedAlert {
  readonly name: string;
  readonly alert: Alert;
}

const FILE = new URL('alerts.jsonl', import.meta.url);

interface Line {
  readonly name: string;
  /** In the form in which alerts were stored when the file was made (version 2). */
  readonly alert: unknown;
}

/** The alerts that golden messages are made of: written by hand, recorded from the simulation, and hostile. */
export function goldenAlerts(): readonly NamedAlert[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const { name, alert } = JSON.parse(line) as Line;
    return { name, alert: readAlert(JSON.stringify({ version: 2, alert })) };
  });
}
