import { Hono } from 'hono';
import { onlyOwnPage } from '../../loopback/guard.ts';
import type { FaultPlan } from '../faults/faults.ts';
import { faultMiddleware } from '../faults/middleware.ts';
import { type Controls, controlRoutes } from './control.ts';
import type { Api, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import type { HttpEnv } from './env.ts';
import { ApiError, errorResponse } from './errors.ts';
import { etags } from './etag.ts';
import { jsonResponse } from './json.ts';
import { mediaRoutes } from './media.ts';
import { startPage } from './page/page.ts';
import type { Query } from './query.ts';
import { rateLimit } from './rate-limit.ts';
import type { RequestCounter } from './requests.ts';

export interface AppDeps extends Controls {
  readonly api: Api;
  readonly faults: FaultPlan;
  readonly requests: RequestCounter;
  /** This server's address, once it listens. */
  readonly port: () => number;
  /** Called before each request is answered, to process events that are due. */
  readonly advance: () => void;
}

/** The marketplace's HTTP app: a page about it, the read API, its pictures, and the sandbox's controls below `/_`. */
export function createHttpApp(deps: AppDeps): Hono<HttpEnv> {
  const { api, requests, deployment } = deps;
  const app = new Hono<HttpEnv>();
  app.onError((error) => errorResponse(error));
  app.notFound(() => errorResponse(new ApiError(404, 'Route not found')));
  app.use(onlyOwnPage(deps.port, (sentence) => errorResponse(new ApiError(403, sentence))));
  app.use('/api/*', async (context, next) => {
    const { path } = context.req;
    const askedAtMs = api.now();
    requests.count(path);
    await next();
    requests.answered({ path, query: context.req.query(), status: context.res.status, askedAtMs });
  });
  app.use('/api/*', async (context, next) => {
    await next();
    context.res.headers.set('date', new Date(api.now()).toUTCString());
  });
  app.use('/api/*', rateLimit(deployment.current, api.now));
  const faults = faultMiddleware(deps.faults, api.now);
  app.use('/api/*', faults);
  app.use('/media/*', faults);
  app.use(async (_context, next) => {
    deps.advance();
    await next();
  });
  app.use('/api/*', etags(deployment.current));
  for (const endpoint of endpoints) {
    app.get(endpoint.path, async (context, next) => {
      if (endpoint.offered?.(deployment.current()) === false) return next();
      const param = (name: string): string => context.req.param(name) ?? '';
      const { searchParams } = new URL(context.req.url);
      for (const name of context.get('ignored')) searchParams.delete(name);
      return jsonResponse(endpoint.answer({ param, query: declaredQuery(endpoint, searchParams) }, api));
    });
  }
  app.get('/', (context) => context.html(startPage(api, deployment.current())));
  app.route('/media', mediaRoutes(api));
  app.route('/_', controlRoutes(deps));
  return app;
}

/** An endpoint can only read the parameters that it declares, so their list is always complete. */
function declaredQuery({ path, parameters }: Endpoint, given: URLSearchParams): Query {
  const declared = new Set(parameters.map(({ name }) => name));
  return {
    get(name) {
      if (!declared.has(name)) throw new Error(`${path} does not declare its parameter ${name}.`);
      return given.get(name);
    },
  };
}
