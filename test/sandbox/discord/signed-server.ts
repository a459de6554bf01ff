import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request of the local Discord to an application. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The HTTP server of an application, which answers what is signed by its key. */
export interface SignedServer extends AsyncDisposable {
  readonly url: string;
  /** While false, it answers forged requests, too. */
  readonly state: { verifies: boolean };
}

/**
 * Starts one on any free port.
 * @param publicKey the application's, in hex
 * @param respond the answer to a request whose signature is right
 */
export async function startSignedServer(
  publicKey: string,
  respond: (request: SignedRequest) => { readonly status: number; readonly body?: unknown },
): Promise<SignedServer> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const state = { verifies: true };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString('utf8');
    const { headers } = request;
    const signed = Buffer.from(`${String(headers['x-signature-timestamp'])}${body}`);
    const isRight = verify(null, signed, key, Buffer.from(String(headers['x-signature-ed25519']), 'hex'));
    if (state.verifies && !isRight) {
      response.writeHead(401).end();
      return;
    }
    const answer = respond({ headers, body });
    response.writeHead(answer.status).end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    state,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
