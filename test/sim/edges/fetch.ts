import { isAlive } from '../virtual-time/owners.ts';
import { connectionError, encode, type HttpServer } from './http.ts';

interface FetchInit {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

/**
 * Replaces `fetch` of this process with requests to a simulated server.
 * @param deps.later runs something after so many ms as the process that runs now; dropped when that ends
 */
export function installFetch(deps: {
  readonly server: HttpServer;
  readonly later: (ms: number, run: () => void) => void;
}): void {
  const { server, later } = deps;

  function simulatedFetch(url: string | URL, init: FetchInit = {}): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (!isAlive()) return;
      const { signal } = init;
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      const outcome = server({
        method: init.method ?? 'GET',
        url: new URL(url),
        body: typeof init.body === 'string' ? init.body : null,
      });
      if (outcome.type === 'hangs') return;
      later(outcome.afterMs, () => {
        signal?.removeEventListener('abort', abort);
        if (outcome.type === 'fails') {
          reject(new TypeError('fetch failed', { cause: connectionError(outcome.code) }));
          return;
        }
        const { status, headers, text } = encode(outcome.answer());
        resolve(new Response(status === 204 ? null : text, { status, headers: { ...headers } }));
      });
    });
  }

  Object.defineProperty(globalThis, 'fetch', { value: simulatedFetch, configurable: true, writable: true });
}
