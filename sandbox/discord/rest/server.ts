import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Outcome } from '../faults/faults.ts';
import { tooManyRequests } from '../rate-limits/answer.ts';
import type { LimitResult } from '../rate-limits/limiter.ts';
import type { RecordedRequest } from '../recorder/recorder.ts';
import type { ApplicationRecord, StoredFile } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { readBody } from './body.ts';
import { invalidApiVersion, methodNotAllowed, notFound, RestError, unauthorized } from './errors.ts';
import type { RestAnswer, RestRequest, Route } from './route.ts';

type Http = Context<{ Bindings: HttpBindings }>;

/** What the REST server depends on. */
export interface RestHost {
  readonly world: World;
  checkLimit(request: RestRequest, caller: ApplicationRecord | null): LimitResult;
  around(request: RestRequest, process: () => Promise<Outcome>): Promise<Outcome>;
  record(request: RecordedRequest, scope: string | undefined): void;
}

/** A request with its route; `refusal` is the answer when there is none. */
interface Target {
  readonly route: Route | null;
  readonly refusal: () => RestError;
}

const CURRENT = '/api/v10';
/**
 * Discord docs: API Versions. All that Discord still serves, deprecated ones included; a path may also omit the
 * version.
 */
const SERVED_VERSION = /^\/api(?:\/v(?:6|7|8|9|10))?(?=\/(?!v\d+(?:\/|$)))/;

/** The path without its version: every served version has the same routes. */
function routedPath(request: Request): string {
  const { pathname } = new URL(request.url);
  const routed = pathname.replace(SERVED_VERSION, CURRENT);
  return routed.length > 1 && routed.endsWith('/') ? routed.slice(0, -1) : routed;
}

function callerOf(world: World, request: RestRequest): ApplicationRecord | null {
  const token = /^Bot (.+)$/.exec(request.authorization ?? '')?.[1];
  if (token === undefined) {
    return null;
  }
  return [...world.applications.values()].find((application) => application.token === token) ?? null;
}

function process(host: RestHost, target: Target, request: RestRequest): RestAnswer {
  const caller = callerOf(host.world, request);
  if (target.route?.needsBot === true && caller === null) {
    const error = unauthorized();
    return { status: error.status, body: error.body };
  }
  const verdict = host.checkLimit(request, caller);
  if (verdict.refused !== null) {
    return tooManyRequests({ ...verdict.refused, headers: verdict.headers });
  }
  try {
    if (target.route === null) {
      throw target.refusal();
    }
    const answer = target.route.handle(request, target.route.needsBot ? caller : null);
    return { ...answer, headers: { ...verdict.headers, ...answer.headers } };
  } catch (error) {
    if (error instanceof RestError) {
      return { status: error.status, body: error.body, headers: verdict.headers };
    }
    throw error;
  }
}

function headersOf(context: Http): Record<string, string> {
  const headers = context.req.header();
  delete headers['authorization'];
  return headers;
}

/** When each connection was last used, by the stand-in's clock, epoch ms. */
const usedAt = new WeakMap<object, number>();

async function requestOf(context: Http, target: Target, now: number): Promise<RestRequest | RestError> {
  const url = new URL(context.req.url);
  const frame = {
    method: context.req.method,
    path: decodeURIComponent(url.pathname.replace(SERVED_VERSION, '')),
    route: target.route?.path ?? null,
    params: target.route === null ? {} : context.req.param(),
    query: url.searchParams,
    headers: headersOf(context),
    authorization: context.req.header('authorization') ?? null,
    idleMs: now - (usedAt.get(context.env.incoming.socket) ?? now),
  };
  try {
    return { ...frame, ...(await readBody(context)) };
  } catch (error) {
    if (error instanceof RestError) {
      return error;
    }
    throw error;
  }
}

/** @param now the stand-in's clock, epoch ms, which also dates answers */
function toResponse(answer: RestAnswer, now: number): Response {
  const headers = new Headers({ via: '1.1 google', date: new Date(now).toUTCString(), ...answer.headers });
  if (answer.body === undefined) {
    return new Response(null, { status: answer.status, headers });
  }
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  headers.set('content-type', answer.contentType ?? 'application/json');
  return new Response(text, {
    status: answer.status,
    headers,
  });
}

function finish(context: Http, { answer, connection }: Outcome, now: number): Response {
  const { socket } = context.env.incoming;
  if (connection === 'answer') {
    return toResponse(answer, now);
  }
  if (connection === 'reset') {
    socket.resetAndDestroy();
  } else if (connection === 'close') {
    socket.end();
  }
  return RESPONSE_ALREADY_SENT;
}

async function serve(host: RestHost, context: Http, target: Target): Promise<Response> {
  const startedAt = host.world.clock.now();
  const request = await requestOf(context, target, startedAt);
  if (request instanceof RestError) {
    return toResponse({ status: request.status, body: request.body }, startedAt);
  }
  const outcome = await host.around(request, async () => ({
    answer: process(host, target, request),
    connection: 'answer',
  }));
  const url = new URL(context.req.url);
  host.record(
    {
      method: request.method,
      path: url.pathname + url.search,
      route: request.route,
      headers: request.headers,
      body: request.body,
      fileNames: request.files.map((file) => file.name),
      status: outcome.answer?.status ?? null,
      responseBody: outcome.answer?.body ?? null,
      delivered: outcome.connection === 'answer',
      startedAt,
      ms: host.world.clock.now() - startedAt,
    },
    outcome.answer?.headers?.['x-ratelimit-scope'],
  );
  usedAt.set(context.env.incoming.socket, host.world.clock.now());
  return finish(context, outcome, host.world.clock.now());
}

/** Pictures are shown inline, everything else is downloaded; nothing may run scripts. */
function attachmentResponse({ contentType, bytes }: StoredFile): Response {
  const headers = new Headers({
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  if (!contentType.startsWith('image/')) {
    headers.set('content-disposition', 'attachment');
  }
  return new Response(Buffer.from(bytes), { headers });
}

/** The HTTP side: every route under `/api/v10`, other versions and `/api`, attachments, and Discord's 404 and 405. */
export function createRestListener(host: RestHost, routes: readonly Route[]) {
  const app = new Hono<{ Bindings: HttpBindings }>({ getPath: routedPath });
  app.get('/attachments/*', (context) => {
    const file = host.world.attachments.get(new URL(context.req.url).pathname);
    return file === undefined ? context.text('Not Found', 404) : attachmentResponse(file);
  });
  for (const route of routes) {
    app.on(route.method, `${CURRENT}${route.path}`, (context) =>
      serve(host, context, { route, refusal: notFound }),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    app.all(`${CURRENT}${path}`, (context) =>
      serve(host, context, { route: null, refusal: methodNotAllowed }),
    );
  }
  app.all(`${CURRENT}/*`, (context) => serve(host, context, { route: null, refusal: notFound }));
  app.all('/api/*', (context) => serve(host, context, { route: null, refusal: invalidApiVersion }));
  return getRequestListener(app.fetch);
}
