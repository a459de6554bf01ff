import type { IdentifyLimits } from '../gateway/identify-limits.ts';
import type { GatewaySettings } from '../gateway/settings.ts';
import { botRoute, ok, publicRoute, type Route } from './route.ts';

/** The gateway's address and start limit; `urlOf` gives the address for a client that asks by this `Host`. */
export function gatewayInfoRoutes(gateway: {
  readonly urlOf: (host: string | undefined) => string;
  readonly startLimit: IdentifyLimits['startLimit'];
  readonly settings: Pick<GatewaySettings, 'recommendedShards' | 'maxConcurrency'>;
}): Route[] {
  return [
    publicRoute('GET', '/gateway', ({ headers }) => ok({ url: gateway.urlOf(headers['host']) })),
    botRoute('GET', '/gateway/bot', ({ headers }, caller) =>
      ok({
        url: gateway.urlOf(headers['host']),
        shards: gateway.settings.recommendedShards,
        session_start_limit: {
          ...gateway.startLimit(caller.id),
          max_concurrency: gateway.settings.maxConcurrency,
        },
      }),
    ),
  ];
}
