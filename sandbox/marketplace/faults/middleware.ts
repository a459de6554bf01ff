import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { droppedSocket, furtherHeaders, notJson, tooMany, truncated, wrongStatus } from './answers.ts';
import { corruptedFields, pagination, spelling } from './bodies.ts';
import type { FaultPlan } from './faults.ts';
import { dripped, latency } from './latency.ts';
import { corruptedList } from './lists.ts';
import { type Exchange, type FaultStep, inOrder } from './step.ts';

/** Every kind of fault, outermost first. A new kind is a step here and its schema in `spec.ts`. */
const steps: readonly FaultStep[] = [
  latency,
  droppedSocket,
  dripped,
  truncated,
  furtherHeaders,
  tooMany,
  wrongStatus,
  notJson,
  corruptedFields,
  pagination,
  spelling,
  corruptedList,
];

/** Applies the active faults of a request's path. */
export function faultMiddleware(faults: FaultPlan, now: () => number): MiddlewareHandler<HttpEnv> {
  const corrupt = inOrder(steps);
  return async (context, next) => {
    const { path } = context.req;
    const { outgoing } = context.env;
    const breakConnection: Exchange['breakConnection'] = (answer) => {
      if (answer === undefined) {
        outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      const { response, body } = answer;
      outgoing.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        'content-length': body.length * 2 + 2,
      });
      outgoing.write(body, () => outgoing.destroy());
      return RESPONSE_ALREADY_SENT;
    };
    const { spec, random } = faults.take(path);
    context.set('ignored', spec.ignore ?? []);
    const corrupted = await corrupt({ spec, path, random, now, breakConnection }, async () => {
      await next();
      return context.res;
    });
    // Assigning a response merges it with the former one, so the former one's headers have to be deleted.
    context.res = undefined;
    context.res = corrupted;
  };
}
