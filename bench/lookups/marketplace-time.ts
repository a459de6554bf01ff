import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time in which the marketplace, which runs in this process, had open requests. */
export interface MarketplaceTime extends Disposable {
  /** Ms since the start in which at least one request was open. */
  total(): number;
}

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

const REQUEST_BEGINS = 'http.server.request.start';

function isRequestStart(message: unknown): message is RequestStart {
  return typeof message === 'object' && message !== null && 'response' in message && 'server' in message;
}

/** Uses Node's diagnostics channel for requests to servers of this process. @param url of the marketplace */
export function watchMarketplaceTime(url: string): MarketplaceTime {
  const port = Number(new URL(url).port);
  let [open, since, total] = [0, 0, 0];

  function begin(message: unknown): void {
    if (!isRequestStart(message)) return;
    const address = message.server.address();
    if (typeof address !== 'object' || address?.port !== port) return;
    if (open === 0) since = performance.now();
    open += 1;
    message.response.once('close', () => {
      open -= 1;
      if (open === 0) total += performance.now() - since;
    });
  }

  subscribe(REQUEST_BEGINS, begin);
  return {
    total: () => (open === 0 ? total : total + performance.now() - since),
    [Symbol.dispose]: () => void unsubscribe(REQUEST_BEGINS, begin),
  };
}
