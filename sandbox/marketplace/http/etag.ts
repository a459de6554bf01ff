import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Deployment } from './deployment.ts';

/** Weak ETags on successful answers, and 304 for an `If-None-Match` that matches. */
export function etags(deployment: () => Deployment): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!deployment().etags || context.res.status !== 200) return;
    const body = await context.res.text();
    const tag = `W/"${hash('sha256', body).slice(0, 32)}"`;
    const known = (context.req.header('if-none-match') ?? '').split(',').map((one) => one.trim());
    const headers = new Headers(context.res.headers);
    headers.set('etag', tag);
    const same = known.includes(tag) || known.includes('*');
    context.res = undefined;
    context.res = same ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
  };
}
