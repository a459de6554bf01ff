import type { MiddlewareHandler } from 'hono';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isOwn(url: URL | null, port: string): boolean {
  return url !== null && url.protocol === 'http:' && LOOPBACK_NAMES.has(url.hostname) && url.port === port;
}

/**
 * Lets in only requests that were sent to this machine's own name, and by the page itself where a browser says who
 * sends them. Otherwise any web page could steer the demo, by DNS rebinding or a plain form.
 */
export function onlyOwnPage(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const origin = context.req.header('origin');
    const own = String(port());
    const allowed =
      isOwn(URL.parse(`http://${host}`), own) && (origin === undefined || isOwn(URL.parse(origin), own));
    if (!allowed) return context.json({ error: 'This page answers only to itself, on this machine.' }, 403);
    await next();
    return undefined;
  };
}
