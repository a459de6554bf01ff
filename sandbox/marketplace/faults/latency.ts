import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../random/random.ts';
import type { FaultSpec } from './spec.ts';
import type { FaultStep } from './step.ts';

/** `latencyMs` */
export const latency: FaultStep = async ({ spec, random }, answer) => {
  if (spec.latencyMs !== undefined) await wait(drawnLatency(spec.latencyMs, random));
  return answer();
};

/** Wall ms. */
export function drawnLatency(latencyMs: NonNullable<FaultSpec['latencyMs']>, random: Random): number {
  if (typeof latencyMs === 'number') return latencyMs;
  if ('uniform' in latencyMs) {
    const { from, to } = latencyMs.uniform;
    return from + random.next() * (to - from);
  }
  const { median, sigma, most = Number.POSITIVE_INFINITY } = latencyMs.logNormal;
  return Math.min(most, median * Math.exp(sigma * random.normal()));
}

/** `drip` */
export const dripped: FaultStep = async ({ spec }, answer) => {
  const { drip } = spec;
  const response = await answer();
  if (drip === undefined || response.body === null || response.headers.has('x-hono-already-sent'))
    return response;
  const whole = new Uint8Array(await response.arrayBuffer());
  let sent = 0;
  let gone = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 0) await wait(drip.everyMs);
      if (gone) return;
      controller.enqueue(whole.slice(sent, sent + drip.bytes));
      sent += drip.bytes;
      if (sent >= whole.length) controller.close();
    },
    cancel() {
      gone = true;
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
};
