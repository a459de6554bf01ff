import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { Config } from '#src/config.ts';
import type { ChannelAccess } from '#src/discord/access/channel-access.ts';
import { createChannelFactsRecorder } from '#src/discord/access/channel-facts.ts';
import { createChannelReopener } from '#src/discord/access/channel-reopener.ts';
import { missingIfKnown } from '#src/discord/access/missing-permissions.ts';
import { createServerChecks, type ServerChecks } from '#src/discord/access/server-checks.ts';
import { createTickerResumer } from '#src/discord/access/ticker-resumer.ts';
import type { Guilds } from '#src/discord/guilds/guilds.ts';
import type { MakeRequest } from '#src/discord/posting/discord-clock.ts';
import { createGreetingTargets } from '#src/discord/posting/greeting-targets.ts';
import { createNoticeTargets } from '#src/discord/posting/notice-targets.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import { createGreetings } from '#src/outbox/greetings.ts';
import { createNotices } from '#src/outbox/notices.ts';
import { createNoticeTurns } from '#src/outbox/openings.ts';
import { createPollLoop } from '#src/outbox/poll-loop.ts';
import type { ChannelFactsStore } from '#src/store/channel-facts.ts';
import type { Store } from '#src/store/open.ts';

/** Work of a process for the servers of its shards: facts of their channels, reopening, notices and greetings. */
interface Servers extends ServerChecks {
  /** Checks for due notices. Call this when a channel queue may have stopped. Notices are sent after `checkAll`. */
  checkNotices(): void;
}

/** @param deps.wake called with channels that have new deliveries */
export function createServers(deps: {
  readonly config: Pick<Config, 'discordApiUrl' | 'discordToken' | 'discordRequestsPerSecond'>;
  readonly store: Store;
  /** Writes facts of channels; if several processes share the servers, only of its own. */
  readonly facts: ChannelFactsStore;
  readonly guilds: Guilds;
  /** Returns whether the server belongs to a shard of this process. */
  readonly knows: (guildId: string) => boolean;
  readonly channelAccess: ChannelAccess;
  readonly subscriptions: Pick<Subscriptions, 'reopen'>;
  readonly makeRequest: MakeRequest;
  readonly wake: (channelIds: readonly string[]) => void;
  /** Interval between checks for notices due to another process's sender, ms; `null` if the sender reports them. */
  readonly noticesEveryMs: number | null;
  readonly clock: Clock;
  /** Discord's time, epoch ms. */
  readonly discordNow: () => number;
  readonly log: Logger;
}): Servers {
  const { config, store, guilds, knows, channelAccess, subscriptions, makeRequest, wake, clock, log } = deps;
  const random = Math.random;
  const rest = createOutboxRest({
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    discordLimit: config.discordRequestsPerSecond,
    makeRequest,
  });
  const parts = new AsyncDisposableStack();
  // The sweepers' timers would otherwise keep it in memory.
  parts.defer(() => {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  });
  const reopener = createChannelReopener({ channelAccess, subscriptions, store, log });
  const facts = createChannelFactsRecorder({ guilds, knows, channelAccess, store: deps.facts });
  const checks = parts.use(
    createServerChecks({
      ...{ guilds, facts, reopener, clock, discordNow: deps.discordNow, random, log },
      tickers: createTickerResumer({ channelAccess, store: store.tickers }),
    }),
  );
  async function stoppedAmong(channelIds: readonly string[]): Promise<ReadonlySet<string>> {
    const queues = await store.queueStatuses(channelIds);
    return new Set(queues.filter(({ state }) => state !== 'open').map(({ channelId }) => channelId));
  }
  async function channelsWithRules(guildId: string): Promise<ReadonlySet<string>> {
    return new Set((await store.subscriptionsOf(guildId)).map(({ channelId }) => channelId));
  }
  const notices = parts.use(
    createNotices({
      store,
      tickers: store.tickers,
      targets: {
        ...createNoticeTargets({
          guilds,
          rest,
          channelAccess,
          turn: createNoticeTurns({
            people: store.people,
            clock: { now: deps.discordNow, sleep: clock.sleep },
          }),
          stoppedAmong,
        }),
        knows,
        wasNotifiedBefore: reopener.wasNotifiedBefore,
        missingIn: ({ channelId, isTicker = false }) =>
          isTicker ? channelAccess.missingForTicker(channelId) : missingIfKnown(channelId, channelAccess),
      },
      clock,
      random,
      log,
      wake,
    }),
  );
  const greetings = parts.use(
    createGreetings({
      store: store.greetings,
      targets: {
        ...createGreetingTargets({ guilds, channelAccess, stoppedAmong, channelsWithRules }),
        knows,
      },
      ...{ clock, random, log, wake },
      now: deps.discordNow,
    }),
  );
  let isReady = false;
  function checkNotices(): void {
    if (isReady) notices.check();
  }
  if (deps.noticesEveryMs !== null) {
    parts.use(
      createPollLoop({
        what: 'search for notices',
        everyMs: deps.noticesEveryMs,
        async poll() {
          if (isReady && (await store.hasNotices())) notices.check();
        },
        ...{ clock, log },
      }),
    );
  }
  return {
    async checkAll() {
      await checks.checkAll();
      isReady = true;
      notices.check();
      greetings.start(guilds.ids());
    },
    noteChange(guildId, change, event) {
      checks.noteChange(guildId, change, event);
      greetings.check(guildId);
    },
    noteRules: checks.noteRules,
    checkNotices,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
