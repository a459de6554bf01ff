import { setTimeout as wait } from 'node:timers/promises';
import type { FaultStep } from './step.ts';

const HTML =
  '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>';

/** `latencyMs` */
export const latency: FaultStep = async ({ spec }, answer) => {
  if (spec.latencyMs !== undefined) await wait(spec.latencyMs);
  return answer();
};

/** `drop` */
export const droppedSocket: FaultStep = async (exchange, answer) =>
  exchange.spec.drop === true ? exchange.breakConnection() : answer();

/** `headers` */
export const furtherHeaders: FaultStep = async ({ spec }, answer) => {
  const response = await answer();
  for (const [name, value] of Object.entries(spec.headers ?? {})) response.headers.set(name, value);
  return response;
};

/** `status` and `body` */
export const wrongStatus: FaultStep = async ({ spec }, answer) => {
  if (spec.status === undefined) return answer();
  const { status } = spec;
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless || spec.body === 'empty') return new Response(null, { status });
  if (spec.body === 'html') return new Response(HTML, { status, headers: { 'content-type': 'text/html' } });
  return Response.json({ error: 'Fault', message: `The sandbox was told to answer ${status}.` }, { status });
};

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
