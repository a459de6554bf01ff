import { GavelError } from '#src/chain/errors.ts';
import { createEndpoints } from '#src/marketplace/client.ts';
import type { Schema } from '#src/marketplace/decode/resource.ts';
import { createEndpointContext } from '#src/marketplace/endpoints/context.ts';
import { Unavailable } from '#src/marketplace/errors.ts';
import type { OwnCoin } from '#src/marketplace/own-coin.ts';
import type { Ask, Reply } from '../http-request.ts';

/** A record of an answer, with the schema that the client read it by. */
export interface ObservedRecord {
  readonly record: unknown;
  readonly schema: Schema;
  /** Name of the list that it is in; `null` for an answer about one thing. */
  readonly list: string | null;
}

/** One request of the client, its answer, and what the client made of it. */
export interface Observed<T> {
  /** Path and query below MARKETPLACE_URL. */
  readonly path: string;
  readonly reply: Reply;
  readonly records: readonly ObservedRecord[];
  /** What the client returned; `null` if it refused the answer. */
  readonly value: T | null;
  readonly error: GavelError | null;
}

export type Endpoints = ReturnType<typeof createEndpoints>;

/** Makes one request by the client. */
export type Observe = <T>(call: (endpoints: Endpoints) => Promise<T>) => Promise<Observed<T>>;

/**
 * The endpoints of the bot's client on the doctor's own requests, so that what the doctor reports is what the bot
 * reads.
 * @param now epoch ms
 */
export function createObserve(ask: Ask, url: string, ownCoin: OwnCoin, now: () => number): Observe {
  let path = '';
  let reply: Reply = { answered: false, reason: 'nothing was asked' };
  let records: ObservedRecord[] = [];
  const context = createEndpointContext({
    source: {
      async get(request) {
        const query = request.query?.toString() ?? '';
        path = `${request.path}${query === '' ? '' : `?${query}`}`;
        reply = await ask(`${url}${path}`);
        if (reply.answered && reply.status === 200 && reply.body !== undefined) return reply.body;
        throw new Unavailable('there is no usable answer');
      },
    },
    problems: { report: () => undefined },
    now,
    monotonic: now,
    ownCoin,
    onRecord: (record, schema, list) => void records.push({ record, schema, list }),
  });
  const endpoints = createEndpoints(context, { marketNow: now });
  return async (call) => {
    records = [];
    try {
      const value = await call(endpoints);
      return { path, reply, records, value, error: null };
    } catch (error) {
      if (!(error instanceof GavelError)) throw error;
      return { path, reply, records, value: null, error };
    }
  };
}
