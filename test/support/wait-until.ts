/** A value that can be read, with notifications of changes. */
interface Source<T> {
  /** The awaited value, or `undefined` while there is none. */
  readonly read: () => T | undefined;
  /** Subscribes to changes; returns a function that unsubscribes. */
  readonly listen: (changed: () => void) => () => void;
  /** A description of the awaited value for the error message. */
  readonly what: () => string;
}

/** Far more than anything takes alone: a busy machine is no failure. */
const TIMEOUT_MS = 45_000;

/** Waits until `read` returns a value. Rejects after `withinMs` with a description of what was awaited. */
export function waitUntil<T>(source: Source<T>, withinMs = TIMEOUT_MS): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const check = () => {
    const seen = source.read();
    if (seen !== undefined) resolve(seen);
  };
  const end = source.listen(check);
  const timer = setTimeout(
    () => reject(new Error(`Timed out after ${withinMs} ms: ${source.what()}`)),
    withinMs,
  );
  check();
  return promise.finally(() => {
    end();
    clearTimeout(timer);
  });
}
