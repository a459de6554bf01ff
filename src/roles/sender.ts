import type { Logger } from 'pino';
import { DEFAULT_GUILD_SETTINGS } from '../alerts/settings.ts';
import type { Clock } from '../chain/clock.ts';
import { GavelError } from '../chain/errors.ts';
import type { Config } from '../config.ts';
import type { ChannelAccess } from '../discord/channel-access.ts';
import type { DiscordClock, MakeRequest } from '../discord/discord-clock.ts';
import type { Guilds } from '../discord/guilds/guilds.ts';
import { missingIfKnown } from '../discord/missing-permissions.ts';
import { createNoticeTargets } from '../discord/notice-targets.ts';
import { createNotifier } from '../discord/notifier.ts';
import { createOutboxRest } from '../discord/outbox-rest.ts';
import type { AlertMessage } from '../discord/render/alert-message.ts';
import { sendOnce } from '../discord/send-once.ts';
import type { ViewContext } from '../discord/views/context.ts';
import type { Operations } from '../ops/operations.ts';
import { createDispatcher } from '../outbox/dispatcher.ts';
import { createNotices, type NoticeTargets } from '../outbox/notices.ts';
import type { SendOutcome } from '../outbox/posting.ts';
import type { CachedSettings } from '../store/cached-settings.ts';
import type { Store } from '../store/store.ts';

/** Sends the outbox to its channels. Disposing of it settles the requests in progress. */
interface Sender extends AsyncDisposable {
  /** Starts to send. Requires the bot's own user id, so the gateway must be ready. */
  start(): Promise<void>;
  /** These channels have new deliveries or changed settings. */
  wake(channelIds: readonly string[]): void;
  /** Posts once to a channel, outside the outbox, and never rejects. */
  send(channelId: string, message: AlertMessage): Promise<SendOutcome>;
}

/** @param deps.contextFor view context for a server; `null` for no server */
export function createSender(deps: {
  readonly config: Pick<Config, 'discordApiUrl' | 'discordToken'>;
  readonly store: Store;
  readonly guilds: Guilds;
  readonly channelAccess: ChannelAccess;
  readonly settings: CachedSettings;
  readonly contextFor: (guildId: string | null) => ViewContext;
  readonly operations: Pick<Operations, 'watchNotifier'>;
  readonly makeRequest: MakeRequest;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  /** Whether users were already notified that the channel was stopped for this reason (`discord/channel-reopener.ts`). */
  readonly wasNotifiedBefore: NoticeTargets['wasNotifiedBefore'];
  readonly clock: Clock;
  readonly log: Logger;
  /** Called once when the bot must stop. */
  readonly onFailure: (error: GavelError) => void;
}): Sender {
  const {
    config,
    store,
    guilds,
    channelAccess,
    settings,
    contextFor,
    operations,
    wasNotifiedBefore,
    clock,
    log,
  } = deps;
  const { makeRequest, discordClock } = deps;
  const rest = createOutboxRest({
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    makeRequest,
  });
  const noticePlaces = createNoticeTargets({
    guilds,
    rest,
    channelAccess,
    async stoppedAmong(channelIds) {
      const queues = await store.queueStatuses(channelIds);
      return new Set(queues.filter(({ state }) => state !== 'open').map(({ channelId }) => channelId));
    },
  });
  const parts = new AsyncDisposableStack();
  // The sweepers' timers would keep it in memory.
  parts.defer(() => {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  });
  const dispatcher = parts.use(
    createDispatcher({
      outbox: store,
      notifier: operations.watchNotifier(
        createNotifier({
          rest,
          contextFor,
          settingsOf: settings.channel,
          discordClock,
          botUserId: () => (guilds.botId === '' ? null : guilds.botId),
        }),
      ),
      rules: {
        settingsOf: settings.channel,
        timeZoneOf: (guildId) =>
          (guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId)).timeZone,
      },
      clock,
      random: Math.random,
      log,
      onStopped: () => notices.check(),
      onUnauthorized: () =>
        deps.onFailure(
          new GavelError(
            'DISCORD_UNAUTHORIZED',
            'Discord refuses the token; no message can be sent. Set a valid DISCORD_TOKEN.',
          ),
        ),
    }),
  );
  const { wake } = dispatcher;
  const notices = parts.use(
    createNotices({
      store: store,
      targets: {
        ...noticePlaces,
        wasNotifiedBefore,
        missingIn: (channelId) => missingIfKnown(channelId, channelAccess),
      },
      clock,
      random: Math.random,
      log,
      wake,
    }),
  );
  return {
    async start() {
      await dispatcher.start();
      notices.check();
    },
    wake,
    async send(channelId, message) {
      const outcome = await sendOnce(rest, channelId, message);
      if (outcome.type === 'sent') dispatcher.noteAccepted();
      return outcome;
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
