import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { droppedSocket, furtherHeaders, notJson, tooMany, truncated, wrongStatus } from './answers.ts';
import { pagination, spelling, spoiledFields } from './bodies.ts';
import type { FaultPlan } from './faults.ts';
import { dripped, latency } from './latency.ts';
import { spoiledList } from './lists.ts';
import { type Exchange, type FaultStep, inOrder } from './step.ts';

/** Every kind of fault, outermost first. A new kind is one more step here and its words in `spec.ts`. */
const steps: readonly FaultStep[] = [
  latency,
  droppedSocket,
  dripped,
  truncated,
  furtherHeaders,
  tooMany,
  wrongStatus,
  notJson,
  spoiledFields,
  pagination,
  spelling,
  spoiledList,
];

/** Lets every request pass through the faults that are in force for its path. */
export function faultMiddleware(faults: FaultPlan, now: () => number): MiddlewareHandler<HttpEnv> {
  const spoil = inOrder(steps);
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
    const spoiled = await spoil({ spec, path, random, now, breakConnection }, async () => {
      await next();
      return context.res;
    });
    // Assigning over an answer would merge the two; what is left of the first has to go.
    context.res = undefined;
    context.res = spoiled;
  };
}
