import { Unavailable } from './errors.ts';

/** A signal that aborts when the time is up or the caller's signal says so, whichever is first. */
export function deadline(
  timeoutMs: number,
  signal: AbortSignal | undefined,
): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Unavailable(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const follow = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}
