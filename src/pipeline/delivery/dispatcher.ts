import { createAgeClock } from '../../domain/elapsed.ts';
import { type Alarm, createAlarm } from '../alarm.ts';
import type { Outbox } from '../ports.ts';
import { createEditPace } from './edit-pace.ts';
import { createElsewhere } from './elsewhere.ts';
import { inSlices } from './in-slices.ts';
import { runLane } from './lane.ts';
import type { LaneDeps } from './lane-deps.ts';
import { withMeasuredRests } from './rests.ts';
import { createTurns } from './turns.ts';

/** Sends what the outbox holds: one lane a channel, many lanes side by side. */
export interface Dispatcher extends AsyncDisposable {
  /** Takes up what an earlier process left behind. */
  start(): Promise<void>;
  /** These channels have something to send or to edit, or are told in another way than before. */
  wake(channelIds: readonly string[]): void;
  /** Discord took a message outside of the outbox, such as a test that somebody asked for. */
  noteAccepted(): void;
}

/**
 * Of the 50 requests a second that Discord takes, two are left to those that are not in the queue (test messages, notices) and
 * to the unevenness of the way there: evenly spread, 48 stay within 50 as long as none is 40 ms later than the others.
 */
const REQUESTS_A_SECOND = 48;

/** Stands for the channels of what is posted outside of the outbox. */
const OUTSIDE = 'outside';

/** A dispatcher; disposing it stops claiming work and waits for the requests under way to end. */
export function createDispatcher(
  deps: Omit<LaneDeps, 'outbox' | 'turns' | 'editPace' | 'elsewhere' | 'ageNow'> & {
    readonly outbox: Outbox;
    /** Over all channels; `REQUESTS_A_SECOND` unless told otherwise. */
    readonly requestsASecond?: number;
  },
): Dispatcher {
  const { requestsASecond = REQUESTS_A_SECOND } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const alarms = new Map<string, Alarm>();
  const elsewhere = createElsewhere(deps.clock.now);
  const laneDeps: LaneDeps = {
    ...deps,
    outbox: inSlices(withMeasuredRests(deps.outbox, deps.clock), {
      clock: deps.clock,
      signal: stopping.signal,
    }),
    turns: createTurns({ aSecond: requestsASecond, clock: deps.clock, signal: stopping.signal }),
    editPace: createEditPace(deps.clock),
    elsewhere,
    ageNow: createAgeClock(deps.clock),
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
    noteAccepted: () => elsewhere.accepted(OUTSIDE),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
