import { momentText } from './markdown/moment.ts';
import type { State } from './state.ts';

/** What happens to the page after it is drawn and that a template cannot say: focus, scrolling, colours. */
export interface Effects {
  after(state: State): void;
}

function toEnd(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}

export function createEffects(root: HTMLElement): Effects {
  let focusTurn = 0;
  let watched: Element | null = null;
  let atEnd = true;
  let height = 0;

  const grown = new ResizeObserver(() => {
    const scroller = root.querySelector('[data-scroller]');
    if (atEnd && scroller !== null) toEnd(scroller);
  });

  /** Pictures arrive after their messages: the end stays in sight when the list grows. */
  function watch(): void {
    const scrolled = root.querySelector('[data-scrolled]');
    if (scrolled === watched) return;
    grown.disconnect();
    watched = scrolled;
    const scroller = root.querySelector('[data-scroller]');
    if (scrolled !== null) grown.observe(scrolled);
    if (scroller !== null) grown.observe(scroller);
  }

  function focus({ on, turn }: State['focus']): void {
    if (turn === focusTurn) return;
    focusTurn = turn;
    const element = root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(on)}"]`);
    element?.focus();
    if (element instanceof HTMLInputElement && element.type === 'text')
      element.setSelectionRange(element.value.length, element.value.length);
  }

  return {
    after(state) {
      const { dataset } = document.documentElement;
      if (state.theme === 'auto') delete dataset['theme'];
      else dataset['theme'] = state.theme;
      atEnd = state.atEnd;
      watch();
      const scroller = root.querySelector('[data-scroller]');
      if (scroller !== null) {
        const grew = scroller.scrollHeight - height;
        if (atEnd) toEnd(scroller);
        // At the very top the browser does not hold what is read in its place when earlier messages come in above.
        else if (scroller.scrollTop < 1 && grew > 0) scroller.scrollTop = grew;
        height = scroller.scrollHeight;
      }
      root.querySelector('.menu-item[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
      focus(state.focus);
    },
  };
}

/** Brings the times that are told in relation to now up to date. */
export function refreshTimes(root: ParentNode, nowMs: number, locale: string): void {
  for (const time of root.querySelectorAll<HTMLElement>('time[data-seconds]')) {
    const text = momentText(Number(time.dataset['seconds']), 'R', nowMs, locale);
    if (time.textContent !== text) time.textContent = text;
  }
}
