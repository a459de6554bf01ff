import { type Logger, pino } from 'pino';
import type { LogLine } from './silent-log.ts';
import { untilHeard } from './until-heard.ts';

/** What a bot logs, line by line. */
export interface BotLog {
  readonly lines: readonly LogLine[];
  /** Lines whose message holds `words`. */
  having(words: string): readonly LogLine[];
  /** Waits for the `count`-th line whose message holds `words`, and answers it. */
  until(words: string, count?: number): Promise<LogLine>;
}

export const WARN = 40;
const ERROR = 50;
export const FATAL = 60;

function isLogLine(value: unknown): value is LogLine {
  return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
}

/** A line as it was written; what is no JSON (a crash of Node, say) counts as an error. */
function readLine(text: string): LogLine {
  try {
    const value: unknown = JSON.parse(text);
    if (isLogLine(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { level: ERROR, msg: text };
}

/** A log to read, and `write` that takes the lines of a process. */
export function createBotLog(): BotLog & { write(line: string): void } {
  const lines: LogLine[] = [];
  const listeners = new Set<() => void>();
  const having = (words: string) => lines.filter((line) => line.msg.includes(words));

  return {
    lines,
    having,
    until: (words, count = 1) =>
      untilHeard({
        look: () => having(words)[count - 1],
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

/** A logger that writes every line, the finest too, into the log. Nothing is redacted: what must not be there is seen. */
export function loggerInto(log: { write(line: string): void }): Logger {
  return pino({ level: 'trace', base: null }, { write: (line: string) => log.write(line) });
}
