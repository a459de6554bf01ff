import { Unavailable } from './errors.ts';

/** Returns a signal that aborts after `timeoutMs` or when the caller's signal aborts, whichever is first. */
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
