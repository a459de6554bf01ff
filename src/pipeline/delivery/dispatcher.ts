import { type Alarm, createAlarm } from '../alarm.ts';
import { createEditPace } from './edit-pace.ts';
import { runLane } from './lane.ts';
import type { LaneDeps } from './lane-deps.ts';
import { createTurns } from './turns.ts';

/** Sends what the outbox holds: one lane a channel, many lanes side by side. */
export interface Dispatcher extends AsyncDisposable {
  /** Takes up what an earlier process left behind. */
  start(): Promise<void>;
  /** These channels have something to send or to edit, or are told in another way than before. */
  wake(channelIds: readonly string[]): void;
}

/** Requests under way at once: enough to use Discord's 50 a second at 300 ms an answer. */
const REQUESTS_AT_ONCE = 16;

/** A dispatcher; disposing it stops claiming work and waits for the requests under way to end. */
export function createDispatcher(deps: Omit<LaneDeps, 'inTurn' | 'editPace'>): Dispatcher {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const alarms = new Map<string, Alarm>();
  const laneDeps: LaneDeps = {
    ...deps,
    inTurn: createTurns(REQUESTS_AT_ONCE),
    editPace: createEditPace(deps.clock.now),
    onUnauthorized() {
      stopping.abort();
      deps.onUnauthorized();
    },
  };

  async function run(channelId: string, alarm: Alarm): Promise<void> {
    do {
      alarm.reset();
      await runLane(channelId, laneDeps, alarm, stopping.signal);
    } while (alarm.rung() && !stopping.signal.aborted);
    running.delete(channelId);
    alarms.delete(channelId);
  }

  function wake(channelIds: readonly string[]): void {
    if (stopping.signal.aborted) return;
    for (const channelId of channelIds) {
      const alarm = alarms.get(channelId) ?? createAlarm(deps.clock, stopping.signal);
      alarm.ring();
      if (running.has(channelId)) continue;
      alarms.set(channelId, alarm);
      running.set(channelId, run(channelId, alarm));
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
