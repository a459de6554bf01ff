import type { Cause, ControlAction, FaultSwitch } from '../../contract.ts';
import type { Api } from '../api.ts';
import type { Step } from '../state.ts';
import type { Store } from '../store.ts';

/** What the panel does to the world. */
export interface Steering {
  cause(cause: Cause): Promise<void>;
  fault(fault: FaultSwitch, on: boolean): Promise<void>;
  setSpeed(speed: number): Promise<void>;
  setPaused(paused: boolean): Promise<void>;
}

function stepOf(cause: Cause): Step | null {
  return cause === 'sweep' || cause === 'auction' ? cause : null;
}

export function createSteering(store: Store, api: Api): Steering {
  async function steer(action: ControlAction): Promise<boolean> {
    try {
      const control = await api.steer(action);
      store.change({ control, controlProblem: null });
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      store.change({ controlProblem: why });
      return false;
    }
  }

  /** Some causes and faults concern a channel: the one that is looked at. */
  function here(): { readonly channel?: string } {
    const { channelId } = store.get();
    return channelId === null ? {} : { channel: channelId };
  }

  return {
    async cause(cause) {
      const done = await steer({ do: 'cause', cause, ...here() });
      const step = stepOf(cause);
      if (done && step !== null) store.change({ stepsDone: new Set([...store.get().stepsDone, step]) });
    },
    async fault(fault, on) {
      await steer({ do: 'fault', fault, on, ...here() });
    },
    async setSpeed(speed) {
      await steer({ do: 'speed', speed });
    },
    async setPaused(paused) {
      await steer({ do: paused ? 'pause' : 'resume' });
    },
  };
}
