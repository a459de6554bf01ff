import type { Logger } from 'pino';
import { isPerson } from '#src/alerts/target.ts';
import { fullJitter } from '#src/chain/backoff.ts';
import type { Clock } from '#src/chain/clock.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { GuildChange, Guilds } from '../guilds/guilds.ts';
import type { ChannelFactsRecorder } from './channel-facts.ts';
import type { ChannelReopener } from './channel-reopener.ts';
import type { TickerResumer } from './ticker-resumer.ts';

/** Tracks the bot's permissions in the channels of its servers, and resumes stopped channels. */
export interface ServerChecks extends AsyncDisposable {
  /**
   * Checks every server, because permissions may have changed while the bot was offline. Resolves when the facts that
   * the sender needs are recorded, or when that failed and will be retried.
   */
  checkAll(): Promise<void>;
  /** Schedules a check. Call this after every gateway event that changed a server. */
  noteChange(guildId: string, change: GuildChange, event: string): void;
  /** Schedules a check. Call this after rules or settings of these servers were changed. */
  noteRules(guildIds: readonly string[]): void;
}

/** Backoff after a failure of the store. */
const RETRIES = { firstMs: 1_000, maxMs: 60_000 };
/** Time-outs last up to 28 days, which exceeds Node's timer limit. */
const MAX_TIMER_MS = DAY_MS;
/** Discord's clock is known to within about a second. */
const TIME_OUT_MARGIN_MS = 2_000;
/** Servers that are checked together, in one turn; fewer than stay unpacked (`guilds.ts`). */
const BATCH = 50;

/** Events that may change the bot's permissions in a channel of the server. */
const PERMISSION_EVENTS: ReadonlySet<string> = new Set([
  'GUILD_MEMBER_UPDATE',
  'GUILD_ROLE_UPDATE',
  'GUILD_ROLE_DELETE',
  'CHANNEL_UPDATE',
  'THREAD_CREATE',
  'THREAD_UPDATE',
  'THREAD_LIST_SYNC',
  'THREAD_MEMBERS_UPDATE',
]);

/**
 * Records the facts of a server's channels after every event that can change them, and then resumes stopped channels.
 * Facts come first, so that the sender reads the current permissions of a resumed channel.
 */
export function createServerChecks(deps: {
  readonly guilds: Pick<Guilds, 'ids' | 'timedOutUntil'>;
  readonly facts: ChannelFactsRecorder;
  readonly reopener: Pick<ChannelReopener, 'checkServer'>;
  readonly tickers: TickerResumer;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Discord's time, epoch ms, because time-outs end by its clock. */
  readonly discordNow: () => number;
  /** A number in [0, 1), for the backoff. */
  readonly random: () => number;
  readonly log: Logger;
}): ServerChecks {
  const { guilds, facts, reopener, tickers, clock, discordNow, random, log } = deps;
  /** Servers to check, and whether to check their stopped channels too. */
  const pending = new Map<string, boolean>();
  /** Timers by server. */
  const timeOuts = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let failures = 0;

  /** Schedules a check, because no event reports the end of the bot's time-out. */
  function checkAfterTimeOut(guildId: string): void {
    const until = guilds.timedOutUntil(guildId);
    if (until === null || until <= discordNow() || timeOuts.has(guildId)) return;
    const timer = setTimeout(
      () => {
        timeOuts.delete(guildId);
        schedule(guildId, true);
      },
      Math.min(until - discordNow() + TIME_OUT_MARGIN_MS, MAX_TIMER_MS),
    );
    timeOuts.set(guildId, timer.unref());
  }

  function takeBatch(): ReadonlyMap<string, boolean> {
    const batch = new Map([...pending].slice(0, BATCH));
    for (const guildId of batch.keys()) pending.delete(guildId);
    return batch;
  }

  function add(guildId: string, mayReopen: boolean): void {
    pending.set(guildId, mayReopen || pending.get(guildId) === true);
  }

  /** Schedules a retry, because there may be no later event. */
  async function failed(error: unknown, batch: Iterable<readonly [string, boolean]>): Promise<void> {
    failures += 1;
    const servers = [...batch];
    log.error(
      { err: error, guildIds: servers.map(([guildId]) => guildId), failures },
      'channel check failed; retrying',
    );
    for (const [guildId, mayReopen] of servers) add(guildId, mayReopen);
    await clock.sleep(fullJitter(failures, RETRIES, random), stopping.signal);
  }

  async function check(batch: ReadonlyMap<string, boolean>): Promise<void> {
    for (const guildId of batch.keys()) checkAfterTimeOut(guildId);
    const used = await facts.refresh([...batch.keys()]);
    await tickers.checkServers([...batch].flatMap(([guildId, mayReopen]) => (mayReopen ? [guildId] : [])));
    for (const [guildId, mayReopen] of batch) {
      if (stopping.signal.aborted) return;
      if (!mayReopen || !used.has(guildId)) continue;
      try {
        await reopener.checkServer(guildId);
        failures = 0;
      } catch (error) {
        await failed(error, [[guildId, mayReopen]]);
      }
    }
  }

  async function checkPending(): Promise<void> {
    while (pending.size > 0 && !stopping.signal.aborted) {
      const batch = takeBatch();
      try {
        await check(batch);
        failures = 0;
      } catch (error) {
        await failed(error, batch);
      }
    }
    running = null;
  }

  function schedule(guildId: string, mayReopen: boolean): void {
    add(guildId, mayReopen);
    if (!stopping.signal.aborted) running ??= checkPending();
  }

  return {
    async checkAll() {
      const guildIds = [...guilds.ids()];
      try {
        for (let at = 0; at < guildIds.length; at += BATCH)
          await facts.refresh(guildIds.slice(at, at + BATCH));
      } catch (error) {
        log.warn({ err: error }, 'channel permissions not saved; retrying');
      }
      for (const guildId of guildIds) schedule(guildId, true);
    },
    noteChange(guildId, change, event) {
      schedule(guildId, change !== 'changed' || PERMISSION_EVENTS.has(event));
    },
    noteRules(guildIds) {
      // Direct messages have no channel facts.
      for (const guildId of guildIds) if (!isPerson(guildId)) schedule(guildId, false);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const timer of timeOuts.values()) clearTimeout(timer);
      await running;
    },
  };
}
