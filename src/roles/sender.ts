import type { Logger } from 'pino';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Config } from '#src/config.ts';
import { createOwnUserId } from '#src/discord/own-user-id.ts';
import type { DiscordClock, MakeRequest } from '#src/discord/posting/discord-clock.ts';
import { createNotifier } from '#src/discord/posting/notifier.ts';
import { createRefusedParts } from '#src/discord/posting/refused-parts.ts';
import { sendOnce } from '#src/discord/posting/send-once.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import type { Operations } from '#src/ops/operations.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import { createPollLoop, type PollLoop } from '#src/outbox/poll-loop.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { createWorkFinder } from '#src/outbox/work-finder.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { FoundWork, OutboxPosition } from '#src/store/find-work.ts';
import type { Store } from '#src/store/open.ts';

import { aborted } from './held-role.ts';
import type { StartRole } from './role-runner.ts';
import type { RoleSlot } from './role-slot.ts';
import type { RoleStores } from './role-stores.ts';

/** Sends the outbox to its channels. Disposing of it settles the requests in progress. */
export interface Sender extends AsyncDisposable {
  /** Starts to send. To be called once Discord knows the bot. */
  start(): Promise<void>;
  /** These channels have new deliveries or changed settings. */
  wake(channelIds: readonly string[]): void;
  /** Another process may have put something into the outbox. */
  pollNow(): void;
  /** Posts once to a channel, outside the outbox, and never rejects. */
  send(channelId: string, message: AlertMessage, charts?: DrawnCharts): Promise<SendOutcome>;
}

/** With ten at once, a thousand stopped channels are tried within 17 minutes. */
const RETRY_STOPPED_EVERY_MS = 10_000;
/** As for requests of the outbox. */
const OWN_ID_TIMEOUT_MS = 6_000;

interface SenderDeps {
  readonly config: Pick<Config, 'discordApiUrl' | 'discordToken' | 'discordRequestsPerSecond'>;
  readonly store: Store;
  readonly settings: CachedSettings;
  /** View context for a server; `null` for no server. */
  readonly contextFor: (guildId: string | null) => ViewContext;
  readonly operations: Pick<Operations, 'report'>;
  readonly makeRequest: MakeRequest;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  readonly charts: Pick<ChartRenderer, 'render'>;
  /** The bot's user id, as far as this process knows it. */
  readonly ownUserId: () => string | null;
  /** Whether this process still is the sender, asked before each request. */
  readonly mayRequest: () => boolean;
  /** Finds what other processes put into the outbox; `null` where none does. */
  readonly findWork: ((seen: OutboxPosition | null) => Promise<FoundWork>) | null;
  /** A channel queue was stopped: the authors of its rules have to be notified. */
  readonly onStopped: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called once when the bot must stop. */
  readonly onFailure: (error: GavelError) => void;
}

/**
 * The role: sends for as long as it is held.
 * @param deps.slot where the sender is found meanwhile; `accepted`: resolves once Discord knows the bot, before which
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
  // The sweepers' timers would keep it in memory.
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
      // The role may have ended meanwhile.
      if (parts.disposed) return;
      parts.use(createPollLoop({ ...retryStopped, clock, log }));
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
