import type { FaultSpec } from './spec.ts';
import type { FaultStep } from './step.ts';

const page = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${text}</body></html>`;
const HTML = page('Error', '<h1>Something went wrong</h1>');

/** `drop` */
export const droppedSocket: FaultStep = async (exchange, answer) =>
  exchange.spec.drop === true ? exchange.breakConnection() : answer();

/** `headers` and `contentType` */
export const furtherHeaders: FaultStep = async ({ spec }, answer) => {
  const response = await answer();
  for (const [name, value] of Object.entries(spec.headers ?? {})) response.headers.set(name, value);
  if (spec.contentType !== undefined) response.headers.set('content-type', spec.contentType);
  return response;
};

/** `tooMany`: field notes, Rate limits. */
export const tooMany: FaultStep = async ({ spec, now }, answer) => {
  if (spec.tooMany === undefined) return answer();
  const { retryAfter, headers } = spec.tooMany;
  const limitHeaders = {
    'retry-after': String(retryAfter),
    'x-ratelimit-limit': '750',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(now() / 1000) + retryAfter),
  };
  return Response.json(
    { error: 'Too Many Requests', message: 'Rate limit exceeded.', retryAfter },
    { status: 429, headers: headers ? limitHeaders : {} },
  );
};

/** `status` and `body` */
export const wrongStatus: FaultStep = async ({ spec, path }, answer) => {
  if (spec.status === undefined) return answer();
  const { status } = spec;
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless || spec.body === 'empty') return new Response(null, { status });
  const body = errorBody(spec.body ?? 'json', status, path);
  if (typeof body !== 'string') return Response.json(body, { status });
  return new Response(body, { status, headers: { 'content-type': 'text/html' } });
};

/** Every error body that was seen (field notes: Rate limits). A string is HTML. */
function errorBody(
  kind: Exclude<NonNullable<FaultSpec['body']>, 'empty'>,
  status: number,
  path: string,
): string | object {
  const message = `The sandbox answers ${status} on request.`;
  const bodies: Record<typeof kind, string | object> = {
    json: { error: 'Fault', message },
    html: HTML,
    'error only': { error: message },
    'message only': { message },
    nested: { error: { code: status, message } },
    'express html': page('Error', `<pre>Cannot GET ${encodeURI(path)}</pre>`),
    'cdn html': page(
      `${status}: Web server is down`,
      `<h1>Error ${status}</h1><p>Ray ID: 7d0f1c2b3a495867 &bull; The origin did not answer.</p>`,
    ),
  };
  return bodies[kind];
}

/** `notJson` */
export const notJson: FaultStep = async ({ spec }, answer) =>
  spec.notJson === true
    ? new Response(HTML, { headers: { 'content-type': 'application/json; charset=utf-8' } })
    : answer();

/** `truncate` */
export const truncated: FaultStep = async (exchange, answer) => {
  const { truncate } = exchange.spec;
  const response = await answer();
  if (truncate === undefined) return response;
  const whole = new Uint8Array(await response.arrayBuffer());
  const body = whole.slice(0, Math.floor(whole.length / 2));
  if (truncate === 'abort') return exchange.breakConnection({ response, body });
  return new Response(body, { status: response.status, headers: response.headers });
};
