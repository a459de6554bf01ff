import type { IncomingHttpHeaders } from 'node:http';
import type { MiddlewareHandler } from 'hono';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isOwn(url: URL | null, port: string): boolean {
  return url !== null && url.protocol === 'http:' && LOOPBACK_NAMES.has(url.hostname) && url.port === port;
}

/** The answer to others. All ASCII. */
export const NO_PAGE = 'This server answers only to programs on this machine.';

/**
 * Whether a request comes from a program on this machine: for a loopback host, on any port because it may stand behind a proxy, and
 * without an `Origin`, which browsers send with whatever a page could read or change. Pictures have none either.
 */
export function isOfProgram({ host = '', origin }: IncomingHttpHeaders): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && LOOPBACK_NAMES.has(url.hostname) && origin === undefined;
}

/**
 * Accepts only requests for a loopback host, and only of the server's own origin where they have an `Origin`.
 * Otherwise any web page could control the server, by DNS rebinding or a plain form. Programs and pictures send
 * no origin.
 * @param port the server's own
 * @param refused the answer to other requests
 */
export function onlyOwnPage(port: () => number, refused: (sentence: string) => Response): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const origin = context.req.header('origin');
    const own = String(port());
    const allowed =
      isOwn(URL.parse(`http://${host}`), own) && (origin === undefined || isOwn(URL.parse(origin), own));
    if (!allowed) return refused('This page answers only to itself, on this machine.');
    await next();
    return undefined;
  };
}
