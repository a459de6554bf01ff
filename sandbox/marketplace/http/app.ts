import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { FaultPlan } from '../faults/faults.ts';
import { faultMiddleware } from '../faults/middleware.ts';
import { type Controls, controlRoutes } from './control.ts';
import type { Api } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { ApiError, errorResponse } from './errors.ts';
import { jsonResponse } from './json.ts';
import { mediaRoutes } from './media.ts';
import type { RequestCounter } from './requests.ts';

export interface AppDeps extends Controls {
  readonly api: Api;
  readonly faults: FaultPlan;
  readonly requests: RequestCounter;
  /** Called before each request is answered, to catch up with the clock. */
  readonly advance: () => void;
}

/** The marketplace's HTTP face: the read API, its pictures, and the sandbox's controls below `/_`. */
export function createHttpApp(deps: AppDeps): Hono<{ Bindings: HttpBindings }> {
  const { api, requests } = deps;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error) => errorResponse(error));
  app.notFound(() => errorResponse(new ApiError(404, 'Route not found')));
  app.use('/api/*', async (context, next) => {
    requests.count(context.req.path);
    await next();
  });
  const faults = faultMiddleware(deps.faults);
  app.use('/api/*', faults);
  app.use('/media/*', faults);
  app.use(async (_context, next) => {
    deps.advance();
    await next();
  });
  for (const endpoint of endpoints) {
    app.get(endpoint.path, (context) =>
      jsonResponse(
        endpoint.answer(
          {
            param: (name) => context.req.param(name) ?? '',
            query: new URL(context.req.url).searchParams,
          },
          api,
        ),
      ),
    );
  }
  app.route('/media', mediaRoutes(api));
  app.route('/_', controlRoutes(deps));
  return app;
}
