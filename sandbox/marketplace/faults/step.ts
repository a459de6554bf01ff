import type { Random } from '../random/random.ts';
import type { FaultSpec } from './spec.ts';

/** A request that a fault may spoil. */
export interface Exchange {
  readonly spec: FaultSpec;
  readonly path: string;
  /** A stream of the request's own, from the spec's seed. */
  readonly random: Random;
  /** Wall ms. */
  readonly now: () => number;
  /** Sends this much of a body after the answer's head, then breaks the connection; nothing: break at once. */
  breakConnection(answer?: { readonly response: Response; readonly body: Uint8Array<ArrayBuffer> }): Response;
}

/** One kind of fault around the rest of the answering; it passes on what it does not spoil. */
export type FaultStep = (exchange: Exchange, answer: () => Promise<Response>) => Promise<Response>;

/** The steps as one, the first one outermost. */
export function inOrder(steps: readonly FaultStep[]): FaultStep {
  return (exchange, answer) =>
    steps.reduceRight<() => Promise<Response>>((inner, step) => () => step(exchange, inner), answer)();
}
