import { Hono } from 'hono';
import { z } from 'zod';
import type { Faults } from '../faults/faults.ts';
import { faultMap } from '../faults/spec.ts';
import type { Ledger } from '../ledger.ts';
import type { Cause } from '../world/cause.ts';
import { ApiError } from './errors.ts';
import { jsonResponse } from './json.ts';

/** What can be steered over HTTP. */
export interface Controls {
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly cause: Cause;
}

const causeBody = z.strictObject({
  collection: z.string().optional(),
  tokenId: z.string().optional(),
  seller: z.string().optional(),
  buyer: z.string().optional(),
  price: z.string().regex(/^\d+$/, 'is a decimal string of wei').transform(BigInt).optional(),
  withTransfer: z.boolean().optional(),
  count: z.number().int().positive().default(5),
});

/** The sandbox's own routes, for tests and for the curious; no marketplace has them. */
export function controlRoutes({ faults, ledger, cause }: Controls): Hono {
  return new Hono()
    .get('/faults', () => jsonResponse(faults.current()))
    .put('/faults', async (context) => {
      const wanted = accept(faultMap, parse(await context.req.text()));
      faults.clear();
      for (const [path, spec] of Object.entries(wanted)) faults.set(spec, path);
      return jsonResponse(faults.current());
    })
    .get('/ledger', () => jsonResponse({ records: ledger.records() }))
    .post('/cause/:what', async (context) => {
      const { count, withTransfer, price, ...parties } = accept(causeBody, parse(await context.req.text()));
      return refusing(() => {
        switch (context.req.param('what')) {
          case 'sale':
            return cause.sale({ ...parties, price, withTransfer });
          case 'sweep':
            return cause.sweep(count, { ...parties, withTransfers: withTransfer });
          case 'transfer':
            return cause.transfer(parties);
          default:
            throw new ApiError(404, 'A sale, a sweep or a transfer can be caused.');
        }
      });
    });
}

function refusing(act: () => readonly unknown[]): Response {
  try {
    return jsonResponse({ records: act() });
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError(400, error.message);
    throw error;
  }
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError(400, 'The body is not JSON.');
    throw error;
  }
}

function accept<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw new ApiError(400, z.prettifyError(result.error));
  return result.data;
}
