import type { Random } from '../random/random.ts';
import type { FaultSpec } from './spec.ts';

/** A request that a fault may apply to. */
export interface Exchange {
  readonly spec: FaultSpec;
  readonly path: string;
  /** A random stream of the request, from the spec's seed. */
  readonly random: Random;
  /** Wall ms. */
  readonly now: () => number;
  /** Sends this much of a body after the head, then cuts the connection; without it, the connection is cut at once. */
  breakConnection(answer?: { readonly response: Response; readonly body: Uint8Array<ArrayBuffer> }): Response;
}

/** One kind of fault, wrapped around the rest of the handling; it returns what it does not affect unchanged. */
export type FaultStep = (exchange: Exchange, answer: () => Promise<Response>) => Promise<Response>;

/** Combines the steps, the first one outermost. */
export function inOrder(steps: readonly FaultStep[]): FaultStep {
  return (exchange, answer) =>
    steps.reduceRight<() => Promise<Response>>((inner, step) => () => step(exchange, inner), answer)();
}
