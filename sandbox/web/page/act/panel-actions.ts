import type { Cause, Control, ControlAction, FaultSwitch, NodeDeed, NodeLink } from '../../contract.ts';
import type { Api } from '../api.ts';
import type { Step } from '../state.ts';
import type { Store } from '../store.ts';
import { focusOnBox } from './focus-box.ts';

/** Actions of the panel. */
export interface PanelActions {
  cause(cause: Cause): Promise<void>;
  fault(fault: FaultSwitch, on: boolean): Promise<void>;
  setSpeed(speed: number): Promise<void>;
  setPaused(paused: boolean): Promise<void>;
  /** Does something to one of several bots. */
  node(node: string, deed: NodeDeed): Promise<void>;
  link(node: string, link: NodeLink, isCut: boolean): Promise<void>;
  restartPostgres(): Promise<void>;
  /** Hides where the last caused event was posted. */
  hideCaused(): void;
}

function stepOf(cause: Cause): Step | null {
  return cause === 'outbid' || cause === 'auction' ? cause : null;
}

/** @param inView ids of the visible messages, oldest first */
export function createPanelActions(store: Store, api: Api, inView: () => readonly string[]): PanelActions {
  async function steer(action: ControlAction): Promise<Control | null> {
    try {
      const control = await api.steer(action);
      store.change({ control, controlProblem: null });
      return control;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      store.change({ controlProblem: why });
      return null;
    }
  }

  /** Some causes and faults concern a channel: the open one. */
  function here(): { readonly channel?: string } {
    const { channelId } = store.get();
    return channelId === null ? {} : { channel: channelId };
  }

  return {
    async cause(cause) {
      const former = store.get().control?.caused?.turn;
      const as = store.get().world?.me.id;
      const control = await steer({
        ...{ do: 'cause', cause, ...here(), inView: inView() },
        ...(as === undefined ? {} : { as }),
      });
      if (control === null) return;
      const { stepsDone, drawer, focus } = store.get();
      // On a phone the panel lies over the messages.
      const uncover = drawer === 'panel' && control.notice === null;
      const step = stepOf(cause);
      const turn = control.caused?.turn;
      store.change({
        ...(turn === undefined || turn === former ? {} : { causedTurn: turn }),
        ...(step === null || control.notice !== null ? {} : { stepsDone: new Set([...stepsDone, step]) }),
        ...(uncover ? { drawer: 'none', focus: { on: 'open-panel', turn: focus.turn + 1 } } : {}),
      });
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
    async node(node, deed) {
      await steer({ do: 'node', node, deed });
    },
    async link(node, link, isCut) {
      await steer({ do: 'link', node, link, isCut });
    },
    async restartPostgres() {
      await steer({ do: 'restart-postgres' });
    },
    hideCaused: () => store.change({ causedTurn: null, ...focusOnBox(store.get()) }),
  };
}
