import { once } from 'node:events';
import { createServer } from 'node:http';

/** A marketplace whose answers say something else. */
export interface RewrittenMarketplace extends AsyncDisposable {
  readonly url: string;
}

/** Passes every request on to the marketplace at `origin`, and its answers back as `rewrite` changes their text. */
export async function rewrittenMarketplace(
  origin: string,
  rewrite: (text: string, path: string) => string,
): Promise<RewrittenMarketplace> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const passOn = async () => {
      const answer = await fetch(`${origin}${path}`);
      const text = rewrite(await answer.text(), path);
      outgoing.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      });
      outgoing.end(text);
    };
    passOn().catch(() => outgoing.destroy());
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
