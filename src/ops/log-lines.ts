/** A line of the log, as far as others look at it. */
export interface LogLine {
  /** As pino writes it: 30 is info, 40 warn, 50 error, 60 fatal. */
  readonly level: number;
  /** What was logged, without secrets. */
  readonly message: string;
  /** The error that was logged with it, in words; `null` without one. */
  readonly error: string | null;
}

/** Passes what is logged on to those who listen. */
export interface LogLines {
  /** Takes a line as pino writes it. */
  take(line: string): void;
  /** Calls back for every line from now on; the answer ends that. */
  listen(heard: (line: LogLine) => void): () => void;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** `null` for what is no line of pino. */
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
    take(text) {
      if (listeners.size === 0) return;
      const line = readLine(text);
      if (line === null) return;
      for (const heard of listeners) heard(line);
    },
    listen(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
}
