import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { isOnline } from '../discord/gateway.ts';
import { type DiscordRequest, watchedRequests } from '../discord/request.ts';
import type { AlertMessage } from '../discord/views/alert-message.ts';
import { type GavelError, isStoreFailure } from '../domain/errors.ts';
import type { SendOutcome } from '../domain/posting.ts';
import { NotUnderstood } from '../marketplace/errors.ts';
import { countTicks } from '../ops/counted-tick.ts';
import { startHealthServer } from '../ops/health-server.ts';
import type { LogLines } from '../ops/log-lines.ts';
import { createMetrics } from '../ops/metrics/metrics.ts';
import type { FeedTick, Polled } from '../ops/metrics/poll-metrics.ts';
import { createOperatorChannel, type OperatorChannel } from '../ops/operator-channel.ts';
import { createOutageWatch } from '../ops/outage-watch.ts';
import { createPulse } from '../ops/pulse.ts';
import { createReadiness } from '../ops/readiness.ts';
import type { Clock } from '../pipeline/ports.ts';
import type { Store } from '../store/store.ts';
import type { LegiblePollHealth } from './legibility.ts';
import { joinMetrics } from './metrics.ts';

/** Where the figures and the states come from that are asked for from outside. */
interface Signs {
  /** `ws.ping` in ms, negative before the first. */
  readonly client: Pick<Client, 'isReady' | 'ws' | 'guilds'>;
  readonly feed: { readonly lagMs: number | null };
  readonly polls: Readonly<Record<Polled, { health(): LegiblePollHealth }>>;
  readonly store: Pick<Store, 'memory' | 'outboxFigures' | 'storeTrouble'>;
  readonly registered: () => boolean;
  /** Posts once to a channel and never rejects. */
  readonly send: (channelId: string, message: AlertMessage) => Promise<SendOutcome>;
  readonly failed: Promise<GavelError>;
}

const ERROR = 50;
const TROUBLES: Readonly<Record<Polled, string>> = {
  feed: 'The marketplace does not tell its feed',
  auctions: 'The marketplace does not tell its auctions',
};
const UNKEPT = 'The database cannot be written, so nothing new is told';
const NOTHING: FeedTick = { fresh: 0, unreadable: 0, stale: 0, incomplete: 0, gap: false };
const UNKNOWN: LegiblePollHealth = { lastSuccessAt: null, failures: 0, unreadableSince: null };

/**
 * What an operator sees of the bot beside its log: metrics, health server, the operator's channel. The parts of the bot are
 * given counters; `open` then says where the rest is to be asked, and begins to serve.
 */
export function joinOperations(deps: {
  readonly config: Pick<Config, 'httpPort' | 'httpHost' | 'operatorChannelId'>;
  readonly log: Logger;
  /** What is logged; `null` when nobody tells. */
  readonly lines: Pick<LogLines, 'listen'> | null;
  readonly clock: Clock;
}) {
  const { config, log, lines, clock } = deps;
  let signs: Signs | null = null;
  let operator: OperatorChannel | null = null;
  const looking = new Map<Polled, () => number | null>();

  const metrics = createMetrics({
    version: packageJson.version,
    now: clock.now,
    watchProcess: config.httpPort !== null,
    sources: {
      gateway: () => ({
        connected: signs !== null && isOnline(signs.client),
        pingMs: signs === null || signs.client.ws.ping < 0 ? null : signs.client.ws.ping,
        servers: signs?.client.guilds.cache.size ?? 0,
      }),
      pollState: (what) => signs?.polls[what].health() ?? UNKNOWN,
      feedLagMs: () => signs?.feed.lagMs ?? null,
      async outboxFigures() {
        if (signs === null) throw new Error('The bot is not put together yet.');
        return signs.store.outboxFigures();
      },
    },
  });
  const delivery = joinMetrics(metrics, clock.now);
  const outages = createOutageWatch({
    clock,
    tell({ what, ended, minutes }) {
      const known = ended ? `is over after ${minutes} min` : `for ${minutes} min now`;
      operator?.tell(ended ? 'good' : 'error', `${what}: ${known}.`);
    },
  });

  function tick<T>(what: Polled, work: (signal: AbortSignal) => Promise<T>) {
    const counted = countTicks(work, {
      now: clock.monotonic,
      ended(outcome, tookMs, error) {
        metrics.polls.polled(what, outcome, tookMs);
        if (outcome === 'failed') {
          outages.failed(isStoreFailure(error) ? UNKEPT : TROUBLES[what]);
          return;
        }
        outages.succeeded(TROUBLES[what]);
        outages.succeeded(UNKEPT);
      },
    });
    looking.set(what, counted.lookingSince);
    return counted.tick;
  }

  function operatorChannel(channelId: string, send: Signs['send']): OperatorChannel {
    return createOperatorChannel({ send: (message) => send(channelId, message), clock, log });
  }

  return {
    watchStore: delivery.store,
    watchNotifier: delivery.notifier,
    /** For the marketplace's client and lookups. */
    marketplace: { onRequest: metrics.marketplace.requested, onLookup: metrics.marketplace.lookedUp },
    /** For the gateway client. */
    onConnection: metrics.discord.connection,
    /** For every REST client. */
    makeRequest: watchedRequests({
      now: clock.now,
      onRequest: (request: DiscordRequest) => metrics.discord.requested(request),
    }),
    feedTick(work: (signal: AbortSignal) => Promise<FeedTick>) {
      return tick('feed', async (signal) => {
        const report = await work(signal).catch((error: unknown) => {
          // Nothing of it was taken in, and it must not look as if there had been nothing.
          if (error instanceof NotUnderstood) metrics.polls.tookIn({ ...NOTHING, unreadable: error.records });
          throw error;
        });
        metrics.polls.tookIn(report);
        if (report.gap)
          operator?.tell('warning', 'A gap in the feed: the marketplace no longer showed what had happened.');
        return report;
      });
    },
    auctionTick: <T>(work: (signal: AbortSignal) => Promise<T>) => tick('auctions', work),
    /**
     * Begins to listen and to serve. Disposing of the answer tells the operator what is left to tell.
     * @throws GavelError CONFIG_INVALID when HTTP_PORT or HTTP_HOST cannot be used
     */
    async open(from: Signs): Promise<AsyncDisposable> {
      signs = from;
      await using parts = new AsyncDisposableStack();
      if (lines !== null) parts.defer(lines.listen(({ level }) => metrics.process.logged(level)));
      if (config.operatorChannelId !== null) {
        const channel = parts.use(operatorChannel(config.operatorChannelId, from.send));
        operator = channel;
        const heard = lines?.listen(({ level, message, error }) => {
          if (level >= ERROR) channel.tell('error', error === null ? message : `${message}: ${error}`);
        });
        if (heard !== undefined) parts.defer(heard);
        void from.failed.then((error) => channel.tell('error', `Gavel has to stop: ${error.message}`));
      }
      parts.use(outages);
      if (config.httpPort !== null) {
        const pulse = parts.use(createPulse(() => performance.now()));
        const polled = (what: Polled) => ({
          ...from.polls[what].health(),
          lookingSince: looking.get(what)?.() ?? null,
        });
        const readiness = createReadiness({
          online: () => isOnline(from.client),
          registered: from.registered,
          readStore: from.store.memory,
          storeTrouble: from.store.storeTrouble,
          feed: () => polled('feed'),
          auctions: () => polled('auctions'),
          now: clock.monotonic,
        });
        parts.use(
          await startHealthServer({
            host: config.httpHost,
            port: config.httpPort,
            log,
            alive: pulse.isSteady,
            readiness,
            metrics: metrics.read,
          }),
        );
      }
      return parts.move();
    },
  };
}

/** Counters and watches that the parts of the bot are given, and what `open` begins. */
export type Operations = ReturnType<typeof joinOperations>;
