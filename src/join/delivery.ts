import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ChannelAccess } from '../discord/channel-access.ts';
import type { DiscordClock, MakeRequest } from '../discord/discord-clock.ts';
import { createNearestPlaces } from '../discord/nearest-place.ts';
import { createNotifier } from '../discord/notifier.ts';
import { createOutboxRest } from '../discord/outbox-rest.ts';
import { sendOnce } from '../discord/send-once.ts';
import { knownMissing } from '../discord/setup/channel-lack.ts';
import type { AlertMessage } from '../discord/views/alert-message.ts';
import type { ViewContext } from '../discord/views/context.ts';
import { GavelError } from '../domain/errors.ts';
import type { SendOutcome } from '../domain/posting.ts';
import { createDispatcher } from '../pipeline/delivery/dispatcher.ts';
import { createNotices } from '../pipeline/notices/notices.ts';
import type { Clock, NoticePlaces } from '../pipeline/ports.ts';
import type { Store } from '../store/store.ts';
import type { Operations } from './operations.ts';
import type { JoinedSettings } from './settings.ts';

/** How what is in the outbox gets to its channels. Disposing of it settles what is under way. */
interface Delivery extends AsyncDisposable {
  /** Begins to deliver; before that the bot does not know who it is. */
  start(): Promise<void>;
  /** These channels have something to be told, or may be told in another way. */
  wake(channelIds: readonly string[]): void;
  /** Posts once to a channel, outside the outbox, and never rejects. */
  send(channelId: string, message: AlertMessage): Promise<SendOutcome>;
}

/** @param deps.contextFor what messages for a channel are written with */
export function joinDelivery(deps: {
  readonly config: Pick<Config, 'discordApiUrl' | 'discordToken'>;
  readonly store: Store;
  readonly client: Client;
  readonly channelAccess: ChannelAccess;
  readonly settings: JoinedSettings;
  readonly contextFor: (channelId: string) => ViewContext;
  readonly operations: Pick<Operations, 'watchNotifier'>;
  readonly makeRequest: MakeRequest;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  /** Whether people heard already that the channel was stopped for this (`discord/reopening.ts`). */
  readonly toldBefore: NoticePlaces['toldBefore'];
  readonly clock: Clock;
  readonly log: Logger;
  /** Told once when the bot cannot go on. */
  readonly onFailure: (error: GavelError) => void;
}): Delivery {
  const { config, store, client, channelAccess, settings, contextFor, operations, toldBefore, clock, log } =
    deps;
  const { makeRequest, discordClock } = deps;
  const rest = createOutboxRest({
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    makeRequest,
  });
  const noticePlaces = createNearestPlaces({
    client,
    rest,
    channelAccess,
    async stoppedAmong(channelIds) {
      const lanes = await store.laneStatuses(channelIds);
      return new Set(lanes.filter(({ state }) => state !== 'open').map(({ channelId }) => channelId));
    },
  });
  const parts = new AsyncDisposableStack();
  // Timers of its own would keep the client, and all that its requests are watched by, for ever.
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
          botUserId: () => client.user?.id ?? '',
          historyAccess: channelAccess.historyAccess,
          roleIsGone: channelAccess.roleIsGone,
        }),
      ),
      rules: settings,
      clock,
      random: Math.random,
      log,
      onStopped: () => notices.look(),
      onUnauthorized: () =>
        deps.onFailure(
          new GavelError(
            'DISCORD_UNAUTHORIZED',
            'Discord refuses the token; no message can be sent. Set DISCORD_TOKEN anew.',
          ),
        ),
    }),
  );
  const { wake } = dispatcher;
  const notices = parts.use(
    createNotices({
      board: store,
      places: {
        ...noticePlaces,
        toldBefore,
        missingIn: (channelId) => knownMissing(channelId, channelAccess),
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
      notices.look();
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
