import { once } from 'node:events';
import { createServer } from 'node:http';

/** A proxy that changes a marketplace's answers. */
export interface MarketplaceProxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Forwards every request to the marketplace at `origin` and applies `rewrite` to the text of the answer.
 * @param rewritePath what is asked for instead
 */
export async function startMarketplaceProxy(
  origin: string,
  rewrite: (text: string, path: string) => string,
  rewritePath: (path: string) => string = (path) => path,
): Promise<MarketplaceProxy> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const forward = async () => {
      const answer = await fetch(`${origin}${rewritePath(path)}`);
      const text = rewrite(await answer.text(), path);
      outgoing.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      });
      outgoing.end(text);
    };
    forward().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
