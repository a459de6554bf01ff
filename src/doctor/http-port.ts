import { createServer } from 'node:net';
import type { Config } from '#src/config.ts';
import { isRecord } from '#src/marketplace/decode/record.ts';
import { bad, type CheckResult, good, warning } from './check-result.ts';
import type { Ask } from './http-request.ts';

/** Tries to listen on the port. Resolves to the error code; `null` on success. */
function listenError(port: number, host: string): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => {
      resolve('code' in error && typeof error.code === 'string' ? error.code : error.message);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Returns the host for a URL; replaces a wildcard address with the loopback address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Checks that the port of the health server is free, or in use by the running bot. */
export async function checkHttpPort(
  { httpPort, httpHost }: Config,
  { ask, botRuns }: { readonly ask: Ask; readonly botRuns: boolean },
): Promise<CheckResult> {
  if (httpPort === null) return good('HTTP_PORT is not set: no health and metrics are served.');
  const listenAddress = `${httpHost}:${httpPort}`;
  const code = await listenError(httpPort, httpHost);
  if (code === null && !botRuns)
    return good(`HTTP_PORT is free: health and metrics can be served at ${listenAddress}.`);
  if (code === null)
    return warning(
      `The bot is running and serves nothing at ${listenAddress}.`,
      'Restart it, so that it reads HTTP_PORT.',
    );
  if (code === 'EADDRINUSE') {
    const reply = botRuns ? await ask(`http://${urlHost(httpHost)}:${httpPort}/healthz`) : null;
    if (reply?.answered === true && isRecord(reply.body) && 'alive' in reply.body)
      return good(`The running bot serves health and metrics at ${listenAddress}.`);
    return bad(
      `HTTP_PORT ${httpPort} is taken by another program.`,
      `Choose another port, or find who has it: ss -ltnp 'sport = :${httpPort}'`,
    );
  }
  if (code === 'EACCES')
    return bad(`This user may not listen on HTTP_PORT ${httpPort}.`, 'Choose a port of 1024 or above.');
  return bad(
    `HTTP_HOST ${httpHost} is no address of this machine (${code}).`,
    'Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its networks.',
  );
}
