import { fullJitter } from '#src/chain/backoff.ts';
import { createAgeClock } from '#src/chain/elapsed.ts';
import type { PeopleStore } from '#src/store/people.ts';

import { createChannelHealth } from './channel-health.ts';
import { runChannelQueue } from './channel-queue.ts';
import type { ChannelQueueDeps } from './channel-queue-deps.ts';
import { createEditThrottle } from './edit-throttle.ts';
import { createFairScheduler } from './fair-scheduler.ts';
import { createMeasuredPauses } from './measured-pauses.ts';
import { createOpenings } from './openings.ts';
import { createRequestPermits, DISCORD_LIMIT } from './permits.ts';
import { createRefusalBrake } from './refusal-brake.ts';
import { RETRIES } from './retries.ts';
import { createWakeSignal, type WakeSignal } from './wake-signal.ts';

/** Sends the messages of the outbox: one queue per channel, all queues concurrently. */
export interface Dispatcher extends AsyncDisposable {
  /**
   * Recovers posts that an earlier process left unfinished, and starts the queues that have work. Call it once the bot
   * is online. Retries while the database fails.
   */
  start(): Promise<void>;
  /**
   * Wakes the queues of channels that have new messages, edits or settings. Before the start, the channels are only
   * recorded.
   */
  wake(channelIds: readonly string[]): void;
  /** Starts the queues of channels that have work, unless they are already running. */
  wakeIdle(channelIds: readonly string[]): void;
  /** Resumes stopped queues that are due for an automatic retry, a few at a time. */
  retryStopped(): Promise<void>;
  /** Records that Discord accepted a message outside of the outbox, such as a test message. */
  noteAccepted(): void;
}

/**
 * Requests per second for the queues: 48 of 50. The rest is reserved for other requests (test messages, notices) and
 * network jitter: 48 evenly spaced requests stay within 50 as long as none is delayed by more than 40 ms.
 */
const permitsWithin = (limit: number): number => Math.floor((limit * 96) / 100);

/**
 * Stopped queues that are resumed together. Each may cost a refusal, and 10,000 refusals within ten minutes are a ban.
 */
const RETRIED_AT_ONCE = 10;

/** Key under which messages outside of the outbox are counted. */
const OUTSIDE = 'outside';

/** Creates the dispatcher. Disposing of it stops claiming work and waits for running requests to end. */
export function createDispatcher(
  deps: Omit<
    ChannelQueueDeps,
    | 'turn'
    | 'measurePause'
    | 'people'
    | 'openDirectMessages'
    | 'permits'
    | 'editThrottle'
    | 'channelHealth'
    | 'brake'
    | 'listHealth'
    | 'ageNow'
  > & {
    readonly people: PeopleStore;
    /** Discord's global limit, requests per second. Default: `DISCORD_LIMIT`. */
    readonly discordLimit?: number;
  },
): Dispatcher {
  const { discordLimit = DISCORD_LIMIT } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Channels woken before the start; `null` after it. */
  let wokenBefore: Set<string> | null = new Set();
  const wakeSignals = new Map<string, WakeSignal>();
  const channelHealth = createChannelHealth(deps.clock.monotonic);
  const { people, notifier, clock } = deps;
  const brake = createRefusalBrake(clock.monotonic);
  const permits = createRequestPermits({
    perSecond: permitsWithin(discordLimit),
    ...{ clock, brake, signal: stopping.signal },
  });
  const queueDeps: ChannelQueueDeps = {
    ...deps,
    openDirectMessages: createOpenings({
      ...{ people, notifier, permits, signal: stopping.signal },
      clock: { now: () => clock.now() + (notifier.clockOffsetMs() ?? 0), sleep: clock.sleep },
    }),
    turn: createFairScheduler({ clock, signal: stopping.signal }),
    measurePause: createMeasuredPauses(clock),
    permits,
    editThrottle: createEditThrottle(deps.clock),
    channelHealth,
    brake,
    listHealth: createChannelHealth(deps.clock.monotonic),
    ageNow: createAgeClock(deps.clock),
    onUnauthorized() {
      stopping.abort();
      deps.onUnauthorized();
    },
  };

  async function run(channelId: string, wakeSignal: WakeSignal): Promise<void> {
    do {
      wakeSignal.reset();
      await runChannelQueue(channelId, queueDeps, wakeSignal, stopping.signal);
    } while (wakeSignal.isNotified() && !stopping.signal.aborted);
    running.delete(channelId);
    wakeSignals.delete(channelId);
  }

  function wake(channelIds: readonly string[]): void {
    if (stopping.signal.aborted) return;
    for (const channelId of channelIds) {
      if (wokenBefore !== null) {
        wokenBefore.add(channelId);
        continue;
      }
      const wakeSignal = wakeSignals.get(channelId) ?? createWakeSignal(deps.clock, stopping.signal);
      wakeSignal.notify();
      if (running.has(channelId)) continue;
      wakeSignals.set(channelId, wakeSignal);
      running.set(channelId, run(channelId, wakeSignal));
    }
  }

  /** Recovers what an earlier process left. @returns the channels that have work; none on shutdown */
  async function recover(): Promise<readonly string[]> {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      try {
        await deps.outbox.recover();
        return await deps.outbox.channelsWithWork();
      } catch (error) {
        deps.log.error({ err: error, failures }, 'recovery of unfinished posts failed; retrying');
        await deps.clock.sleep(fullJitter(failures + 1, RETRIES, deps.random), stopping.signal);
      }
    }
    return [];
  }

  return {
    async start() {
      const withWork = await recover();
      const woken = new Set([...withWork, ...(wokenBefore ?? [])]);
      wokenBefore = null;
      wake([...woken]);
    },
    wake,
    wakeIdle: (channelIds) => wake(channelIds.filter((channelId) => !running.has(channelId))),
    async retryStopped() {
      wake(await deps.outbox.openForRetry(RETRIED_AT_ONCE));
    },
    noteAccepted() {
      channelHealth.accepted(OUTSIDE);
      brake.accepted();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
