import type { State } from './state.ts';

/** Holds the state; listeners are called once for all changes of a task. */
export interface Store {
  get(): State;
  change(patch: Partial<State>): void;
}

export function createStore(initial: State, show: (state: State) => void): Store {
  let state = initial;
  let due = false;
  return {
    get: () => state,
    change(patch) {
      state = { ...state, ...patch };
      if (due) return;
      due = true;
      queueMicrotask(() => {
        due = false;
        show(state);
      });
    },
  };
}
