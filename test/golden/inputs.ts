import { readFileSync } from 'node:fs';
import type { Alert } from '#src/alerts/alert.ts';
import { alertSchema } from '#src/alerts/kinds/registry.ts';

/** One alert of `alerts.jsonl` with its name in the golden messages. */
export interface NamedAlert {
  readonly name: string;
  readonly alert: Alert;
}

const FILE = new URL('alerts.jsonl', import.meta.url);

interface Line {
  readonly name: string;
  /** In the stored form. */
  readonly alert: unknown;
}

/**
 * The alerts that golden messages are made of: written by hand, recorded from the simulation, and hostile.
 * @param change of the stored form of each
 */
export function goldenAlerts(change: (alert: unknown) => unknown = (alert) => alert): readonly NamedAlert[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const { name, alert } = JSON.parse(line) as Line;
    return { name, alert: alertSchema.parse(change(alert)) };
  });
}
