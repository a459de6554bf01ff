import type { IdentifyLimits } from '../gateway/identify-limits.ts';
import type { GatewaySettings } from '../gateway/settings.ts';
import { botRoute, ok, publicRoute, type Route } from './route.ts';

/** The gateway's address and start limit; `urlOf` is called once the port is known. */
export function gatewayInfoRoutes(gateway: {
  readonly urlOf: () => string;
  readonly startLimit: IdentifyLimits['startLimit'];
  readonly settings: Pick<GatewaySettings, 'recommendedShards' | 'maxConcurrency'>;
}): Route[] {
  return [
    publicRoute('GET', '/gateway', () => ok({ url: gateway.urlOf() })),
    botRoute('GET', '/gateway/bot', (_request, caller) =>
      ok({
        url: gateway.urlOf(),
        shards: gateway.settings.recommendedShards,
        session_start_limit: {
          ...gateway.startLimit(caller.id),
          max_concurrency: gateway.settings.maxConcurrency,
        },
      }),
    ),
  ];
}
