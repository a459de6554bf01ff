import type { Logger } from 'pino';
import { unreadTotal } from '#src/alerts/unread-reason.ts';
import type { Clock } from '#src/chain/clock.ts';
import { type GavelError, isStoreFailure } from '#src/chain/errors.ts';
import type { Config } from '#src/config.ts';
import type { Gateway } from '#src/discord/gateway/gateway.ts';
import type { GatewayEvent } from '#src/discord/gateway/running-shard.ts';
import type { Guilds } from '#src/discord/guilds/guilds.ts';
import type { InteractionDelivery } from '#src/discord/interactions/http/delivery-check.ts';
import type { InteractionsEndpoint } from '#src/discord/interactions/http/endpoint.ts';
import type { WebhookEventsEndpoint } from '#src/discord/interactions/http/webhook-events.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { type DiscordRequest, observeRequests } from '#src/discord/rest/request.ts';
import { NotUnderstood } from '#src/marketplace/errors.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import type { Store } from '#src/store/open.ts';
import type { BotStates, RoleStates } from '#src/store/role-states.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { createDeliveryCounters } from './delivery-counters.ts';
import { createEventLoopMonitor } from './event-loop-monitor.ts';
import { startHealthServer } from './health-server.ts';
import type { LogLines } from './log-lines.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { FeedTick, Polled, PollState } from './metrics/poll-metrics.ts';
import { createOperatorChannel, type OperatorChannel } from './operator-channel.ts';
import { createOutageMonitor } from './outage-monitor.ts';
import { createReadiness } from './readiness.ts';
import { createMemoryReturn } from './return-memory.ts';
import { timeTicks } from './timed-tick.ts';

/** Sources of metrics and health states. */
interface HealthInputs {
  readonly gateway: Pick<Gateway, 'status'>;
  readonly guilds: Pick<Guilds, 'size'>;
  readonly store: Pick<Store, 'feedState' | 'outboxFigures' | 'storeProblem'>;
  readonly interactionDelivery: () => InteractionDelivery;
  /** Serves interactions; `null` when they come through the gateway. */
  readonly interactionsEndpoint: InteractionsEndpoint | null;
  /** Serves Discord's webhook events; `null` likewise. */
  readonly webhookEventsEndpoint: WebhookEventsEndpoint | null;
  /** Makes one attempt to post to a channel; never rejects. */
  readonly send: (channelId: string, message: AlertMessage) => Promise<SendOutcome>;
  readonly failed: Promise<GavelError>;
  /** Known states of the roles of all processes. */
  readonly states: RoleStates;
}

const ERROR = 50;
const EMPTY_TICK: FeedTick = { fresh: 0, unreadable: 0, stale: 0, unread: {}, alarm: null, gap: false };
const NO_POLL_YET: PollState = { lastSuccessAt: null, failures: 0, unreadableSince: null };

/**
 * Creates metrics, health server and the operator's channel. The parts of the bot are created with its counters; `open`
 * then receives the sources and starts serving.
 */
export function createOperations(deps: {
  readonly config: Pick<Config, 'httpPort' | 'httpHost' | 'operatorChannelId'>;
  readonly log: Logger;
  /** Log lines; `null` if they are not available. */
  readonly lines: Pick<LogLines, 'listen'> | null;
  /** Texts for the operator's channel. */
  readonly messages: Messages;
  readonly clock: Clock;
}) {
  const { config, log, lines, messages, clock } = deps;
  const { operator: words } = messages;
  const pollOutages: Readonly<Record<Polled, string>> = {
    feed: words.feedUnreadable,
    auctions: words.auctionsUnreadable,
  };
  let inputs: HealthInputs | null = null;
  /** State when the metrics were last read. */
  let known: BotStates | null = null;
  let operator: OperatorChannel | null = null;
  const pollStarts = new Map<Polled, () => number | null>();

  const metrics = createMetrics({
    version: packageJson.version,
    now: clock.now,
    watchProcess: config.httpPort !== null,
    sources: {
      gateway: () => ({
        connected: known?.isOnline ?? false,
        pingMs: known?.latencyMs ?? null,
        servers: inputs?.guilds.size ?? 0,
        shards: inputs?.gateway.status().shards ?? [],
        interactions: inputs?.interactionDelivery() ?? 'unknown',
      }),
      pollState: (what) => known?.poller?.[what] ?? NO_POLL_YET,
      feedLagMs: () => known?.poller?.feed.lagMs ?? null,
      roles: () => known?.roles ?? [],
      async outboxFigures() {
        if (inputs === null) throw new Error('The bot has not started yet.');
        return inputs.store.outboxFigures();
      },
    },
  });
  const countDelivery = createDeliveryCounters(metrics, clock.now);
  const outages = createOutageMonitor({
    clock,
    notify({ what, ended, minutes }) {
      if (ended) operator?.notify('good', words.isOver(what, minutes));
      else operator?.notify('error', words.lasts(what, minutes));
    },
  });

  function tick<T>(what: Polled, work: (signal: AbortSignal) => Promise<T>) {
    const counted = timeTicks(work, {
      now: clock.monotonic,
      ended(outcome, tookMs, error) {
        metrics.polls.polled(what, outcome, tookMs);
        if (outcome === 'failed') {
          outages.failed(isStoreFailure(error) ? words.storeUnwritable : pollOutages[what]);
          return;
        }
        outages.succeeded(pollOutages[what]);
        outages.succeeded(words.storeUnwritable);
      },
    });
    pollStarts.set(what, counted.pollingSince);
    return counted.tick;
  }

  function operatorChannel(channelId: string, send: HealthInputs['send']): OperatorChannel {
    return createOperatorChannel({ send: (message) => send(channelId, message), messages, clock, log });
  }

  const arriving = createMemoryReturn({ log });

  return {
    report: countDelivery,
    /** For the marketplace's client and lookups. */
    marketplace: { onRequest: metrics.marketplace.requested, onLookup: metrics.marketplace.lookedUp },
    /** Handles an event of the gateway connection. */
    onConnection(event: GatewayEvent) {
      metrics.discord.connection(event);
      if (event === 'ready') arriving.start();
    },
    /** Handles an event of the gateway connection. */
    onServerReceived: arriving.received,
    onInteractionRequest: metrics.discord.interactionRequested,
    /** For every REST client. */
    makeRequest: observeRequests({
      now: clock.now,
      onRequest: (request: DiscordRequest) => metrics.discord.requested(request),
    }),
    feedTick(work: (signal: AbortSignal) => Promise<FeedTick>) {
      return tick('feed', async (signal) => {
        const report = await work(signal).catch((error: unknown) => {
          // Nothing was ingested, but count the records in the metrics.
          if (error instanceof NotUnderstood)
            metrics.polls.ingested({ ...EMPTY_TICK, unreadable: error.records });
          throw error;
        });
        metrics.polls.ingested(report);
        if (report.gap) operator?.notify('warning', words.gap);
        if (report.alarm !== null)
          operator?.notify('warning', words.unread(unreadTotal(report.alarm.unread), report.alarm.records));
        return report;
      });
    },
    /** Returns how long the poll in progress has been running, ms; `null` if there is none. */
    pollingForMs(what: Polled): number | null {
      const since = pollStarts.get(what)?.() ?? null;
      return since === null ? null : Math.max(0, clock.monotonic() - since);
    },
    auctionTick: <T>(work: (signal: AbortSignal) => Promise<T>) => tick('auctions', work),
    /**
     * Starts listening and serving. Disposing of the result sends pending messages to the operator.
     * @throws GavelError CONFIG_INVALID if HTTP_PORT or HTTP_HOST cannot be used
     */
    async open(from: HealthInputs): Promise<AsyncDisposable> {
      inputs = from;
      await using parts = new AsyncDisposableStack();
      if (lines !== null) parts.defer(lines.listen(({ level }) => metrics.process.logged(level)));
      if (config.operatorChannelId !== null) {
        const channel = parts.use(operatorChannel(config.operatorChannelId, from.send));
        operator = channel;
        const stopListening = lines?.listen(({ level, message, error }) => {
          if (level >= ERROR) channel.notify('error', error === null ? message : `${message}: ${error}`);
        });
        if (stopListening !== undefined) parts.defer(stopListening);
        void from.failed.then((error) => channel.notify('error', words.stops(error.message)));
      }
      parts.use(outages);
      if (config.httpPort !== null) {
        const pulse = parts.use(createEventLoopMonitor(() => performance.now()));
        const readiness = createReadiness({
          states: from.states.read,
          interactions: from.interactionDelivery,
          readStore: from.store.feedState,
          storeProblem: from.store.storeProblem,
        });
        parts.use(
          await startHealthServer({
            host: config.httpHost,
            port: config.httpPort,
            log,
            alive: pulse.isResponsive,
            readiness,
            async metrics() {
              // Without the store, the state of other processes is unknown, which `gavel_store_up` reports.
              known = await from.states.read().catch(() => null);
              return metrics.read();
            },
            interactions: from.interactionsEndpoint,
            webhookEvents: from.webhookEventsEndpoint,
          }),
        );
      }
      return parts.move();
    },
  };
}

/** Counters and observers for the parts of the bot, and the state that `open` starts. */
export type Operations = ReturnType<typeof createOperations>;
