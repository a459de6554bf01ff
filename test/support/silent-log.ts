import { type Logger, pino } from 'pino';

/** A logger without output. */
export const silentLog: Logger = pino({ level: 'silent' });

/** A log line. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A logger that records its lines for a test. */
export function recordingLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
