import { bulkhead } from 'cockatiel';
import { type LaneDeps, runLane } from './lane.ts';

/** Sends what the outbox holds: one lane a channel, many lanes side by side. */
export interface Dispatcher extends AsyncDisposable {
  /** Takes up what an earlier process left behind. */
  start(): Promise<void>;
  /** These channels have something to send. */
  wake(channelIds: readonly string[]): void;
}

/** Requests under way at once: enough to use Discord's 50 a second at 300 ms an answer. */
const REQUESTS_AT_ONCE = 16;

/** A dispatcher; disposing it stops claiming work and waits for the requests under way to end. */
export function createDispatcher(deps: Omit<LaneDeps, 'inTurn'>): Dispatcher {
  const stopping = new AbortController();
  const turns = bulkhead(REQUESTS_AT_ONCE, Number.POSITIVE_INFINITY);
  const running = new Map<string, Promise<void>>();
  const wokenMeanwhile = new Set<string>();
  const laneDeps: LaneDeps = {
    ...deps,
    inTurn: (request) => turns.execute(request),
    onUnauthorized() {
      stopping.abort();
      deps.onUnauthorized();
    },
  };

  async function run(channelId: string): Promise<void> {
    do {
      wokenMeanwhile.delete(channelId);
      await runLane(channelId, laneDeps, stopping.signal);
    } while (wokenMeanwhile.has(channelId) && !stopping.signal.aborted);
    running.delete(channelId);
  }

  function wake(channelIds: readonly string[]): void {
    if (stopping.signal.aborted) return;
    for (const channelId of channelIds) {
      wokenMeanwhile.add(channelId);
      if (!running.has(channelId)) running.set(channelId, run(channelId));
    }
  }

  return {
    async start() {
      await deps.outbox.recover();
      wake(await deps.outbox.lanesWithWork());
    },
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
