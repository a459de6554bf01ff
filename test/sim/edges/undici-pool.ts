import { createRequire } from 'node:module';
import type { Dispatcher } from 'undici';
import { isAlive } from '../virtual-time/owners.ts';
import { connectionError, encode, type HttpServer } from './http.ts';

type Undici = { Dispatcher: typeof Dispatcher; Pool: unknown };

/**
 * Replaces the connection pool of undici in this process with connections to a simulated server. To be called before anything
 * imports undici.
 * @param deps.later runs something after so many ms as the process that runs now; dropped when that ends
 */
export function installUndiciPool(deps: {
  readonly server: HttpServer;
  readonly later: (ms: number, run: () => void) => void;
}): void {
  const { server, later } = deps;
  const require = createRequire(import.meta.url);
  const undici = require('undici') as Undici;

  class SimulatedPool extends undici.Dispatcher {
    readonly #origin: string;

    constructor(origin: string) {
      super();
      this.#origin = origin;
    }

    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      if (!isAlive()) return true;
      let isOver = false;
      const controller = {
        aborted: false,
        paused: false,
        reason: null as Error | null,
        rawHeaders: null,
        rawTrailers: null,
        pause: () => undefined,
        resume: () => undefined,
        abort(reason: Error) {
          if (isOver) return;
          isOver = true;
          Object.assign(controller, { aborted: true, reason });
          handler.onResponseError?.(controller, reason);
        },
      } as unknown as Dispatcher.DispatchController;
      handler.onRequestStart?.(controller, {});
      if (isOver) return true;
      const outcome = server({
        method: options.method,
        url: new URL(options.path, this.#origin),
        body: null,
      });
      if (outcome.type === 'hangs') return true;
      later(outcome.afterMs, () => {
        if (isOver) return;
        isOver = true;
        if (outcome.type === 'fails') {
          handler.onResponseError?.(controller, connectionError(outcome.code));
          return;
        }
        const { status, headers, text } = encode(outcome.answer());
        handler.onResponseStart?.(controller, status, headers, '');
        if (text !== '') handler.onResponseData?.(controller, Buffer.from(text));
        handler.onResponseEnd?.(controller, {});
      });
      return true;
    }

    override close = (): Promise<void> => Promise.resolve();
    override destroy = (): Promise<void> => Promise.resolve();
  }

  undici.Pool = SimulatedPool;
}
