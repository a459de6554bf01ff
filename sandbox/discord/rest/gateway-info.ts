import { botRoute, ok, openRoute, type Route } from './route.ts';

/** Discord docs: Gateway, Session Start Limit. */
const STARTS_A_DAY = 1_000;

/** Where the gateway is; `urlOf` is asked once the port is known. */
export function gatewayInfoRoutes(gateway: { urlOf: () => string; identifies: () => number }): Route[] {
  return [
    openRoute('GET', '/gateway', () => ok({ url: gateway.urlOf() })),
    botRoute('GET', '/gateway/bot', () =>
      ok({
        url: gateway.urlOf(),
        shards: 1,
        session_start_limit: {
          total: STARTS_A_DAY,
          remaining: Math.max(0, STARTS_A_DAY - gateway.identifies()),
          reset_after: 86_400_000,
          max_concurrency: 1,
        },
      }),
    ),
  ];
}
