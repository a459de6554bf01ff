/** A line of the log. */
export interface LogLine {
  /** As pino writes it: 30 is info, 40 warn, 50 error, 60 fatal. */
  readonly level: number;
  /** What was logged, without secrets. */
  readonly message: string;
  /** Message of the error that was logged with it; `null` without one. */
  readonly error: string | null;
}

/** Passes log lines on to listeners. */
export interface LogLines {
  /** Passes on a line in pino's format. */
  write(line: string): void;
  /** Calls `listener` for every line from now on. Returns a function that stops this. */
  listen(listener: (line: LogLine) => void): () => void;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Parses a line; `null` if it is not in pino's format. */
function readLine(line: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value['level'] !== 'number') return null;
    const { err, msg } = value;
    const error = isRecord(err) ? textOf(err['message']) : null;
    return { level: value['level'], message: textOf(msg) ?? '', error };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function createLogLines(): LogLines {
  const listeners = new Set<(line: LogLine) => void>();
  return {
    write(text) {
      if (listeners.size === 0) return;
      const line = readLine(text);
      if (line === null) return;
      for (const listener of listeners) listener(line);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
