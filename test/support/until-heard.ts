/** Something that can be looked at, and that tells when it may have changed. */
interface Source<T> {
  /** What is waited for, or `undefined` while it is not there. */
  readonly look: () => T | undefined;
  /** Calls back at every change; the answer ends that. */
  readonly listen: (changed: () => void) => () => void;
  /** What is waited for, in words, for the error. */
  readonly what: () => string;
}

const PATIENCE_MS = 20_000;

/** Waits for something by listening. Rejects after `withinMs`, saying what was waited for. */
export function untilHeard<T>(source: Source<T>, withinMs = PATIENCE_MS): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = () => {
    const seen = source.look();
    if (seen !== undefined) resolve(seen);
  };
  const end = source.listen(look);
  const timer = setTimeout(
    () => reject(new Error(`Waited ${withinMs} ms in vain: ${source.what()}`)),
    withinMs,
  );
  look();
  return promise.finally(() => {
    end();
    clearTimeout(timer);
  });
}
