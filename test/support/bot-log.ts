import { type Logger, pino } from 'pino';
import type { LogLine } from './silent-log.ts';
import { waitUntil } from './wait-until.ts';

/** The log lines of a bot. */
export interface BotLog {
  readonly lines: readonly LogLine[];
  /** Lines whose message contains `words`. */
  linesWith(words: string): readonly LogLine[];
  /** Waits for the `count`-th line whose message contains `words`, and returns it. */
  until(words: string, count?: number): Promise<LogLine>;
}

export const WARN = 40;
export const ERROR = 50;
export const FATAL = 60;

function isLogLine(value: unknown): value is LogLine {
  return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
}

/** Parses a line. Text that is not JSON (for example a crash of Node) becomes a line of level error. */
function readLine(text: string): LogLine {
  try {
    const value: unknown = JSON.parse(text);
    if (isLogLine(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { level: ERROR, msg: text };
}

/** A readable log; `write` appends a line of a process. */
export function createBotLog(): BotLog & { write(line: string): void } {
  const lines: LogLine[] = [];
  const listeners = new Set<() => void>();
  const linesWith = (words: string) => lines.filter((line) => line.msg.includes(words));

  return {
    lines,
    linesWith,
    until: (words, count = 1) =>
      waitUntil({
        read: () => linesWith(words)[count - 1],
        listen(changed) {
          listeners.add(changed);
          return () => void listeners.delete(changed);
        },
        what: () =>
          `line ${count} with “${words}” in the log:\n${lines.map(({ msg }) => `  ${msg}`).join('\n')}`,
      }),
    write(line) {
      lines.push(readLine(line));
      for (const changed of listeners) changed();
    },
  };
}

/** A logger that writes every level into the log, without redaction, so that tests find secrets that are logged. */
export function loggerInto(log: { write(line: string): void }): Logger {
  return pino({ level: 'trace', base: null }, { write: (line: string) => log.write(line) });
}
