import { Hono } from 'hono';
import { z } from 'zod';
import type { Faults } from '../faults/faults.ts';
import { faultMap } from '../faults/spec.ts';
import type { Ledger } from '../ledger.ts';
import type { Cause } from '../world/cause.ts';
import { causeEndpoints } from './cause-endpoints.ts';
import { type DeploymentSettings, deploymentChange } from './deployment.ts';
import { ApiError } from './errors.ts';
import { jsonResponse } from './json.ts';

/** What can be controlled over HTTP. */
export interface Controls {
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly cause: Cause;
  readonly deployment: DeploymentSettings;
}

/** The price of one coin, as a price service would state it. */
const FIAT_PRICE = { usd: 0.4123 };

/** The sandbox's own routes, which no real marketplace has. */
export function controlRoutes({ faults, ledger, cause, deployment }: Controls): Hono {
  return new Hono()
    .get('/faults', () => jsonResponse(faults.current()))
    .put('/faults', async (context) => {
      const wanted = accept(faultMap, parse(await context.req.text()));
      faults.clear();
      for (const [path, spec] of Object.entries(wanted)) faults.set(spec, path);
      return jsonResponse(faults.current());
    })
    .get('/deployment', () => jsonResponse(deployment.current()))
    .put('/deployment', async (context) => {
      deployment.set(accept(deploymentChange, parse(await context.req.text())));
      return jsonResponse(deployment.current());
    })
    .get('/rate', () => jsonResponse({ coin: FIAT_PRICE }))
    .get('/ledger', () => jsonResponse({ records: ledger.records() }))
    .get('/ledger/offers', () => jsonResponse({ offers: ledger.offers() }))
    .get('/ledger/auctions', () => jsonResponse({ auctions: ledger.auctions() }))
    .post('/cause/:what', async (context) => {
      const causing = causeEndpoints.find(({ what }) => what === context.req.param('what'));
      if (causing === undefined) {
        const words = causeEndpoints.map(({ what }) => what).join(', ');
        throw new ApiError(404, `What can be caused: ${words}.`);
      }
      const given = parse(await context.req.text());
      return refusing(() => causing.act(cause, given));
    });
}

function refusing(act: () => readonly unknown[]): Response {
  try {
    return jsonResponse({ records: act() });
  } catch (error) {
    if (error instanceof z.ZodError) throw new ApiError(400, z.prettifyError(error));
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
