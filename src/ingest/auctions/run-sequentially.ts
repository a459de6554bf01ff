/** Runs tasks one after the other, in call order. A failed task rejects for its caller only and does not block later ones. */
export function createSequentialRunner(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
