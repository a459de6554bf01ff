import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { GatewayEvent, ShardState } from '#src/discord/gateway/gateway.ts';
import type { InteractionDelivery } from '#src/discord/interactions/http/delivery-check.ts';
import type { EndpointOutcome } from '#src/discord/interactions/http/endpoint.ts';
import type { DiscordRequest, RateLimitScope } from '#src/discord/rest/request.ts';

/** Counts requests to Discord and gateway events. */
export interface DiscordMetrics {
  requested(request: DiscordRequest): void;
  connection(event: GatewayEvent): void;
  /** Counts a request to the interactions endpoint. */
  interactionRequested(outcome: EndpointOutcome): void;
}

/** State of the connection; `pingMs` is `null` before the first answered heartbeat. */
export interface GatewayState {
  readonly connected: boolean;
  readonly pingMs: number | null;
  readonly servers: number;
  readonly shards: readonly ShardState[];
  readonly interactions: InteractionDelivery;
}

const SCOPES: readonly RateLimitScope[] = ['user', 'shared', 'global', 'unknown'];
const EVENTS: readonly GatewayEvent[] = ['ready', 'reconnecting', 'resumed', 'disconnected'];
const OUTCOMES: readonly EndpointOutcome[] = [
  'accepted',
  'ping',
  'repeated',
  'forged',
  'stale',
  'unreadable',
  'too large',
  'incomplete',
  'wrong method',
  'not ready',
];
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createDiscordMetrics(registry: Registry, state: () => GatewayState): DiscordMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'gavel_discord_requests_total',
    help: 'Requests to Discord by method, route (without ids) and status; status "none" means no answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'gavel_discord_request_duration_seconds',
    help: 'Response time of Discord, by method and route (without ids).',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const limited = new Counter({
    name: 'gavel_discord_rate_limited_total',
    help: 'Responses with status 429, by scope of the rate limit.',
    labelNames: ['scope'],
    registers,
  });
  for (const scope of SCOPES) limited.inc({ scope }, 0);
  const events = new Counter({
    name: 'gavel_gateway_events_total',
    help: 'Events of the gateway connection.',
    labelNames: ['event'],
    registers,
  });
  for (const event of EVENTS) events.inc({ event }, 0);
  const connected = new Gauge({
    name: 'gavel_gateway_connected',
    help: 'Whether the bot is online at Discord.',
    registers,
    collect() {
      connected.set(state().connected ? 1 : 0);
    },
  });
  const ping = new Gauge({
    name: 'gavel_gateway_ping_seconds',
    help: 'Latest round trip of a heartbeat; 0 before the first.',
    registers,
    collect() {
      ping.set((state().pingMs ?? 0) / 1_000);
    },
  });
  const shards = new Gauge({
    name: 'gavel_gateway_shard_connected',
    help: 'Whether the shard receives events.',
    labelNames: ['shard'],
    registers,
    collect() {
      shards.reset();
      for (const { id, isReady } of state().shards) shards.set({ shard: String(id) }, isReady ? 1 : 0);
    },
  });
  const shardPings = new Gauge({
    name: 'gavel_gateway_shard_ping_seconds',
    help: 'Latest round trip of a heartbeat of the shard; none before the first.',
    labelNames: ['shard'],
    registers,
    collect() {
      shardPings.reset();
      for (const { id, latencyMs } of state().shards) {
        if (latencyMs !== null) shardPings.set({ shard: String(id) }, latencyMs / 1_000);
      }
    },
  });
  const interactionRequests = new Counter({
    name: 'gavel_interaction_requests_total',
    help: 'Requests for /interactions, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) interactionRequests.inc({ outcome }, 0);
  const interactionsLost = new Gauge({
    name: 'gavel_interactions_lost',
    help: 'Whether Discord sends interactions to an endpoint while the bot expects them through the gateway.',
    registers,
    collect() {
      interactionsLost.set(state().interactions === 'lost' ? 1 : 0);
    },
  });
  const servers = new Gauge({
    name: 'gavel_servers',
    help: 'Servers that the bot is in.',
    registers,
    collect() {
      servers.set(state().servers);
    },
  });

  return {
    requested({ method, route, status, tookMs, limited: scope }) {
      requests.inc({ method, route, status: status === null ? 'none' : String(status) });
      durations.observe({ method, route }, tookMs / 1_000);
      if (scope !== null) limited.inc({ scope });
    },
    connection(event) {
      events.inc({ event });
    },
    interactionRequested(outcome) {
      interactionRequests.inc({ outcome });
    },
  };
}
