import { createAgeClock } from '../chain/elapsed.ts';
import type { DeliveryStore } from '../store/store.ts';
import { createChannelHealth } from './channel-health.ts';
import { runChannelQueue } from './channel-queue.ts';
import type { ChannelQueueDeps } from './channel-queue-deps.ts';
import { createEditThrottle } from './edit-throttle.ts';
import { inChunks } from './in-chunks.ts';
import { withMeasuredPauses } from './measured-pauses.ts';
import { createRequestPermits } from './permits.ts';
import { createWakeSignal, type WakeSignal } from './wake-signal.ts';

/** Sends the messages of the outbox: one queue per channel, all queues concurrently. */
export interface Dispatcher extends AsyncDisposable {
  /** Recovers posts that an earlier process left unfinished, and starts the queues that have work. */
  start(): Promise<void>;
  /** These channels have new messages or edits, or changed settings. */
  wake(channelIds: readonly string[]): void;
  /** Discord accepted a message outside of the outbox, such as a test message. */
  noteAccepted(): void;
}

/**
 * Discord's global limit is 50 requests per second. Two are reserved for requests outside of the queues (test messages,
 * notices) and for network jitter: 48 evenly spaced requests stay within 50 as long as none is delayed by more than 40 ms.
 */
const REQUESTS_PER_SECOND = 48;

/** Channel id under which messages outside of the outbox are counted. */
const OUTSIDE = 'outside';

/** Disposing the dispatcher stops claiming work and waits for the requests under way to end. */
export function createDispatcher(
  deps: Omit<ChannelQueueDeps, 'outbox' | 'permits' | 'editThrottle' | 'channelHealth' | 'ageNow'> & {
    readonly outbox: DeliveryStore;
    /** Over all channels. Default: `REQUESTS_PER_SECOND`. */
    readonly requestsPerSecond?: number;
  },
): Dispatcher {
  const { requestsPerSecond = REQUESTS_PER_SECOND } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const wakeSignals = new Map<string, WakeSignal>();
  const channelHealth = createChannelHealth(deps.clock.monotonic);
  const queueDeps: ChannelQueueDeps = {
    ...deps,
    outbox: inChunks(withMeasuredPauses(deps.outbox, deps.clock), {
      clock: deps.clock,
      signal: stopping.signal,
    }),
    permits: createRequestPermits({
      perSecond: requestsPerSecond,
      clock: deps.clock,
      signal: stopping.signal,
    }),
    editThrottle: createEditThrottle(deps.clock),
    channelHealth,
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
      const wakeSignal = wakeSignals.get(channelId) ?? createWakeSignal(deps.clock, stopping.signal);
      wakeSignal.notify();
      if (running.has(channelId)) continue;
      wakeSignals.set(channelId, wakeSignal);
      running.set(channelId, run(channelId, wakeSignal));
    }
  }

  return {
    async start() {
      await deps.outbox.recover();
      wake(await deps.outbox.channelsWithWork());
    },
    wake,
    noteAccepted: () => channelHealth.accepted(OUTSIDE),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
