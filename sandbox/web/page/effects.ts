import { momentText } from './markdown/moment.ts';
import { placeMessageMenu } from './message/menu-position.ts';
import { placeSelectList } from './select/list-position.ts';
import type { State } from './state.ts';

/** DOM effects after rendering that a template cannot express: focus, scrolling, colours, open lists. */
export interface Effects {
  after(state: State): void;
}

function toEnd(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}

export function createEffects(root: HTMLElement): Effects {
  let focusTurn = 0;
  let targetTurn = 0;
  let watched: Element | null = null;
  let atEnd = true;
  let height = 0;
  let beforeModal: HTMLElement | null = null;

  const grown = new ResizeObserver(() => {
    const scroller = root.querySelector('[data-scroller]');
    if (atEnd && scroller !== null) toEnd(scroller);
  });

  /** Pictures load after their messages: the list stays scrolled to its end when it grows. */
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
    const named = root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(on)}"]`);
    // Some channels have no message box.
    const element = named ?? root.querySelector<HTMLElement>('[data-focus="main"]');
    element?.focus();
    if (element instanceof HTMLInputElement && element.type === 'text')
      element.setSelectionRange(element.value.length, element.value.length);
  }

  /** The focus goes back to where it was before a modal, or to the message box where that is gone. */
  function focusAfterModal({ modal, touch }: State): void {
    const { activeElement } = document;
    if (modal !== null) {
      if (activeElement instanceof HTMLElement) beforeModal ??= activeElement;
      return;
    }
    const before = beforeModal;
    if (before === null) return;
    beforeModal = null;
    const box = root.querySelector<HTMLElement>(`[data-focus="${touch ? 'main' : 'composer'}"]`);
    const isThere = before.isConnected && before !== document.body;
    (isThere ? before : box)?.focus();
  }

  /** Scrolls to a message once it is loaded, and focuses it. */
  function showTarget({ target, channelId, messages }: State): void {
    if (target === null || target.turn === targetTurn) return;
    const loaded = messages.get(channelId ?? '')?.some(({ message }) => message.id === target.messageId);
    const item = root.querySelector<HTMLElement>(`[data-message="${CSS.escape(target.messageId)}"]`);
    if (loaded !== true || item === null) return;
    targetTurn = target.turn;
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: 'center' });
    // The position is reported also where nothing had to scroll.
    root.querySelector('[data-scroller]')?.dispatchEvent(new Event('scroll'));
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
        // At the very top, the browser does not keep the scroll position when earlier messages are inserted
        // above.
        else if (scroller.scrollTop < 1 && grew > 0) scroller.scrollTop = grew;
        height = scroller.scrollHeight;
      }
      root.querySelector('.menu-item[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
      placeMessageMenu(root);
      focusAfterModal(state);
      focus(state.focus);
      showTarget(state);
      placeSelectList(root);
      root.querySelector('.select-choice.is-active')?.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** The ids of the messages of the open channel that can be seen, oldest first. */
export function messagesInView(root: ParentNode): readonly string[] {
  const area = root.querySelector('[data-scroller]')?.getBoundingClientRect();
  if (area === undefined) return [];
  return [...root.querySelectorAll<HTMLElement>('[data-message]')]
    .filter((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > area.top && top < area.bottom;
    })
    .map(({ dataset }) => dataset['message'] ?? '');
}

/** Updates relative times. */
export function refreshTimes(root: ParentNode, nowMs: number, locale: string): void {
  for (const time of root.querySelectorAll<HTMLElement>('time[data-seconds]')) {
    const text = momentText(Number(time.dataset['seconds']), 'R', nowMs, locale);
    if (time.textContent !== text) time.textContent = text;
  }
}
