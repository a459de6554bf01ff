import type { Drawer, Theme } from '../state.ts';
import type { Store } from '../store.ts';
import { focusOnBox } from './focus-box.ts';

/** The page's appearance and layout. */
export interface Appearance {
  setTheme(theme: Theme): void;
  setNarrow(narrow: boolean): void;
  openDrawer(drawer: Drawer): void;
  togglePanel(): void;
  showPanel(panelShown: boolean): void;
  setGuideHidden(hidden: boolean): void;
}

export function createAppearance(store: Store): Appearance {
  function openDrawer(drawer: Drawer): void {
    const { drawer: former, focus } = store.get();
    // The focus moves into the drawer, and back to the button that opened it.
    const on = drawer === 'none' ? `open-${former}` : `in-${drawer}`;
    store.change({ drawer, focus: { on, turn: focus.turn + 1 } });
  }
  return {
    openDrawer,
    setTheme: (theme) => store.change({ theme }),
    setNarrow: (narrow) => store.change({ narrow, drawer: 'none' }),
    togglePanel() {
      const { narrow, drawer, panelShown } = store.get();
      if (narrow) openDrawer(drawer === 'panel' ? 'none' : 'panel');
      else store.change({ panelShown: !panelShown });
    },
    showPanel: (panelShown) => store.change({ panelShown }),
    setGuideHidden: (guideHidden) => store.change({ guideHidden, ...focusOnBox(store.get()) }),
  };
}
