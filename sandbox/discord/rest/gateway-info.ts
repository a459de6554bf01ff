import type { GatewaySettings } from '../gateway/settings.ts';
import { botRoute, ok, publicRoute, type Route } from './route.ts';

/** Discord docs: Gateway, Session Start Limit. */
const MAX_STARTS_PER_DAY = 1_000;

/** The gateway's address and start limit; `urlOf` is called once the port is known. */
export function gatewayInfoRoutes(gateway: {
  readonly urlOf: () => string;
  readonly identifies: () => number;
  readonly settings: Pick<GatewaySettings, 'recommendedShards' | 'maxConcurrency'>;
}): Route[] {
  return [
    publicRoute('GET', '/gateway', () => ok({ url: gateway.urlOf() })),
    botRoute('GET', '/gateway/bot', () =>
      ok({
        url: gateway.urlOf(),
        shards: gateway.settings.recommendedShards,
        session_start_limit: {
          total: MAX_STARTS_PER_DAY,
          remaining: Math.max(0, MAX_STARTS_PER_DAY - gateway.identifies()),
          reset_after: 86_400_000,
          max_concurrency: gateway.settings.maxConcurrency,
        },
      }),
    ),
  ];
}
