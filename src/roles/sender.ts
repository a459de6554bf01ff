import type { Logger } from 'pino';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Config } from '#src/config.ts';
import { createOwnUserId } from '#src/discord/own-user-id.ts';
import { createChannelNames } from '#src/discord/posting/channel-names.ts';
import type { DiscordClock, MakeRequest } from '#src/discord/posting/discord-clock.ts';
import { createNotifier } from '#src/discord/posting/notifier.ts';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';
import { sendOnce } from '#src/discord/posting/send-once.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { tickerName } from '#src/discord/views/ticker.ts';
import type { Operations } from '#src/ops/operations.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import { createPollLoop, type PollLoop } from '#src/outbox/poll-loop.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createTickers } from '#src/outbox/tickers.ts';
import { createWorkFinder } from '#src/outbox/work-finder.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { FoundWork, OutboxPosition } from '#src/store/find-work.ts';
import type { Store } from '#src/store/open.ts';

import { aborted } from './held-role.ts';
import type { StartRole } from './role-runner.ts';
import type { RoleSlot } from './role-slot.ts';
import type { RoleStores } from './role-stores.ts';

/** Sends the alerts in the outbox. Disposing of it settles the requests in progress. */
export interface Sender extends AsyncDisposable {
  /** Starts sending. Call this once Discord has accepted the bot. */
  start(): Promise<void>;
  /** Wakes channels that have new deliveries or changed settings. */
  wake(channelIds: readonly string[]): void;
  /** Checks immediately for work of another process in the outbox. */
  pollNow(): void;
  /** Makes one attempt to post to a channel, outside the outbox; never rejects. */
  send(channelId: string, message: AlertMessage, charts?: DrawnCharts): Promise<SendOutcome>;
}

/** With ten at a time, a thousand stopped channels are retried within 17 minutes. */
const RETRY_STOPPED_EVERY_MS = 10_000;
/** Discord allows a channel two renames in ten minutes, so a floor need not be shown at once. */
const TICKERS_EVERY_MS = 15_000;
/** Same as for requests of the outbox. */
const OWN_ID_TIMEOUT_MS = 6_000;

interface SenderDeps {
  readonly config: Pick<Config, 'discordApiUrl' | 'discordToken' | 'discordRequestsPerSecond'>;
  readonly store: Store;
  readonly settings: CachedSettings;
  /** Returns the view context for a server; `null` for no server. */
  readonly contextFor: (guildId: string | null) => ViewContext;
  readonly operations: Pick<Operations, 'report'>;
  readonly makeRequest: MakeRequest;
  readonly discordClock: Pick<DiscordClock, 'now' | 'read'>;
  readonly charts: Pick<ChartRenderer, 'render'>;
  /** Returns the bot's user id, if this process knows it. */
  readonly ownUserId: () => string | null;
  /** Returns whether this process still is the sender; checked before each request. */
  readonly mayRequest: () => boolean;
  /** Finds work of other processes in the outbox; `null` if there are none. */
  readonly findWork: ((seen: OutboxPosition | null) => Promise<FoundWork>) | null;
  /** Called when a channel queue was stopped, to notify the authors of its rules. */
  readonly onStopped: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called once when the bot must stop. */
  readonly onFailure: (error: GavelError) => void;
}

/**
 * Defines the sender role: sends while the role is held.
 * @param deps.slot holds the sender meanwhile; `accepted`: resolves once Discord has accepted the bot, before which
 * nothing is sent
 */
export function senderRole({
  slot,
  stores,
  accepted,
  ...deps
}: Omit<SenderDeps, 'store' | 'mayRequest'> & {
  readonly slot: RoleSlot<Sender>;
  readonly stores: RoleStores;
  readonly accepted: Promise<unknown>;
}): StartRole {
  return async (held) => {
    const sender = createSender({ ...deps, store: stores.storeFor(held), mayRequest: held.isHeld });
    const played = slot.put(sender);
    async function startSending(): Promise<void> {
      await Promise.race([accepted, aborted(held.ending)]);
      if (!held.ending.aborted) await sender.start();
    }
    const starting = startSending();
    return {
      async [Symbol.asyncDispose]() {
        await played[Symbol.asyncDispose]();
        await starting;
      },
    };
  };
}

function createSender(deps: SenderDeps): Sender {
  const { config, store, settings, contextFor, operations, ownUserId, onStopped, clock, log } = deps;
  const { makeRequest, discordClock } = deps;
  const rest = createOutboxRest({
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    discordLimit: config.discordRequestsPerSecond,
    makeRequest,
    mayRequest: deps.mayRequest,
  });
  const parts = new AsyncDisposableStack();
  // The sweepers' timers would otherwise keep it in memory.
  parts.defer(() => {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  });
  const dispatcher = parts.use(
    createDispatcher({
      discordLimit: config.discordRequestsPerSecond,
      outbox: store,
      people: store.people,
      report: operations.report,
      notifier: createNotifier({
        rest,
        contextFor,
        settingsOf: settings.channel,
        discordClock,
        charts: deps.charts,
        refusedParts: createRefusedParts(clock.monotonic),
        botUserId: createOwnUserId({ rest, known: ownUserId, timeoutMs: OWN_ID_TIMEOUT_MS }),
      }),
      rules: {
        settingsOf: settings.channel,
        timeZoneOf: (guildId) =>
          (guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId)).timeZone,
      },
      clock,
      random: Math.random,
      log,
      onStopped,
      onUnauthorized: () =>
        deps.onFailure(
          new GavelError(
            'DISCORD_UNAUTHORIZED',
            'Discord refuses the token; no message can be sent. Set a valid DISCORD_TOKEN.',
          ),
        ),
    }),
  );
  let workFinder: PollLoop | null = null;
  const retryStopped = {
    what: 'retry of stopped channels',
    everyMs: RETRY_STOPPED_EVERY_MS,
    poll: dispatcher.retryStopped,
  };
  return {
    async start() {
      await dispatcher.start();
      // The role may have ended in the meantime.
      if (parts.disposed) return;
      parts.use(createPollLoop({ ...retryStopped, clock, log }));
      const updateTickers = createTickers({
        store: store.tickers,
        names: createChannelNames(rest),
        nameOf: ({ guildId, floor }) => tickerName(floor, contextFor(guildId)),
        mayRequest: () => deps.mayRequest() && !parts.disposed,
        // Discord counts its limit of renames by its own clock, which is known once it has accepted the bot.
        clock: { now: discordClock.now, monotonic: clock.monotonic },
        ...{ onStopped, log },
      });
      parts.use(
        createPollLoop({
          ...{ what: 'update of tickers', everyMs: TICKERS_EVERY_MS, poll: updateTickers },
          ...{ clock, log },
        }),
      );
      if (deps.findWork !== null)
        workFinder = parts.use(createWorkFinder({ find: deps.findWork, dispatcher, clock, log }));
    },
    wake: dispatcher.wake,
    pollNow: () => workFinder?.pollNow(),
    async send(channelId, message, charts) {
      const outcome = await sendOnce(rest, channelId, message, charts);
      if (outcome.type === 'sent') dispatcher.noteAccepted();
      return outcome;
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
