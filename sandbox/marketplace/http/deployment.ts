import { z } from 'zod';

/** How deployments of the API differ, beyond the document (field notes). A setting that is left out keeps its value. */
export const deploymentChange = z.strictObject({
  tokenEndpoint: z.boolean().optional().describe('`GET /api/tokens/{addressOrPath}/{tokenId}` is there.'),
  offersEndpoint: z.boolean().optional().describe('`GET /api/offers` is there.'),
  etags: z.boolean().optional().describe('Answers have an `ETag`, and `If-None-Match` is answered with 304.'),
  rateLimits: z
    .enum(['off', 'announced', 'silent'])
    .optional()
    .describe(
      '`announced`: limits, with X-RateLimit headers. `silent`: limits, without a header or `retryAfter`.',
    ),
  requestsPerMinute: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Requests a minute in general; collections have two thirds of it.'),
});

export type DeploymentChange = z.input<typeof deploymentChange>;

/** The present settings. */
export type Deployment = Readonly<
  Required<{ [K in keyof DeploymentChange]: NonNullable<DeploymentChange[K]> }>
>;

/** Settings that can be changed while the server runs. */
export interface DeploymentSettings {
  readonly current: () => Deployment;
  /** Throws a ZodError for an invalid setting. */
  set(change: DeploymentChange): void;
}

/** The document and nothing more, without rate limits; 750 requests a minute where these are switched on. */
const DEFAULTS: Deployment = {
  tokenEndpoint: false,
  offersEndpoint: false,
  etags: false,
  rateLimits: 'off',
  requestsPerMinute: 750,
};

export function createDeployment(change: DeploymentChange): DeploymentSettings {
  let settings = DEFAULTS;
  const set = (wanted: DeploymentChange): void => {
    const given = Object.entries(deploymentChange.parse(wanted)).filter(([, value]) => value !== undefined);
    settings = { ...settings, ...Object.fromEntries(given) };
  };
  set(change);
  return { current: () => settings, set };
}
