import {
  endsWithPress,
  found,
  isComplete,
  type OpenSelect,
  opened,
  pressed,
  selectIntent,
} from '../select/open-select.ts';
import type { SelectView } from '../select/shown-select.ts';
import type { Store } from '../store.ts';

/** Actions of select menus. */
export interface SelectActions {
  toggle(view: SelectView): void;
  /** Presses a choice of the open list. */
  press(view: SelectView, value: string): void;
  /** Whether the key was handled; `atMs` is when it was pressed. */
  key(view: SelectView, key: string, atMs: number): boolean;
  /** Closes the open list, as a press elsewhere does; what is picked is sent. */
  close(): void;
}

const OPENING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' ']);

export function createSelectActions(store: Store): SelectActions {
  /** The menu whose list is open, as it was last drawn. */
  let openView: SelectView | null = null;

  function change(openSelect: OpenSelect | null): void {
    store.change({ openSelect });
  }

  function send(view: SelectView, values: readonly string[]): void {
    openView = null;
    change(null);
    if (!isComplete(view, values)) return;
    store.change({ selected: new Map(store.get().selected).set(view.key, values) });
    view.choose(values);
  }

  function close(): void {
    const { openSelect } = store.get();
    if (openSelect === null) return;
    if (openView !== null) send(openView, openSelect.picked);
    else change(null);
  }

  function open(view: SelectView): void {
    close();
    if (view.waiting) return;
    openView = view;
    change(opened(view));
  }

  function press(view: SelectView, value: string): void {
    const { openSelect } = store.get();
    if (openSelect?.key !== view.key) return;
    const picked = pressed(view, openSelect.picked, value);
    if (endsWithPress(view)) send(view, picked);
    else {
      const active = view.choices.findIndex((choice) => choice.value === value);
      change({ ...openSelect, picked, active });
    }
  }

  return {
    toggle(view) {
      if (store.get().openSelect?.key === view.key) close();
      else open(view);
    },
    press,
    key(view, key, atMs) {
      const { openSelect } = store.get();
      if (openSelect?.key !== view.key) {
        const opens = OPENING_KEYS.has(key);
        if (opens) open(view);
        return opens;
      }
      const intent = selectIntent(key, openSelect, view.choices.length);
      switch (intent?.does) {
        case 'move':
          change({ ...openSelect, active: intent.to });
          return true;
        case 'pick': {
          const choice = view.choices[openSelect.active];
          if (choice !== undefined) press(view, choice.value);
          return true;
        }
        case 'find':
          change(found(openSelect, view.choices, intent.character, atMs));
          return true;
        case 'close':
          close();
          return intent.handled;
        case undefined:
          return false;
      }
    },
    close,
  };
}
