import { type Logger, pino } from 'pino';

/** A log that goes nowhere. */
export const silentLog: Logger = pino({ level: 'silent' });

/** One line that was logged. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A log whose lines a test can read. */
export function recordingLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
