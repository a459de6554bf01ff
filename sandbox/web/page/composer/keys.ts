/** The action of a key in the message box. */
export type Intent = 'next' | 'previous' | 'choose' | 'send' | 'close' | 'leave' | 'remove' | 'last-chip';

export interface Situation {
  readonly menuOpen: boolean;
  readonly items: number;
  readonly active: number;
  /** The focused field is empty. */
  readonly empty: boolean;
  readonly field: 'text' | 'option' | 'more';
}

/** The intent of a key, or `null` for the browser's default. */
export function intentOf(key: string, shift: boolean, situation: Situation): Intent | null {
  const { menuOpen, items, active, empty, field } = situation;
  const listed = menuOpen && items > 0;
  switch (key) {
    case 'ArrowDown':
      return listed ? 'next' : null;
    case 'ArrowUp':
      return listed ? 'previous' : null;
    case 'Enter':
      if (shift) return null;
      return listed && active >= 0 ? 'choose' : 'send';
    case 'Tab':
      return !shift && listed && active >= 0 ? 'choose' : null;
    case 'Escape':
      if (menuOpen && (items > 0 || field === 'text')) return 'close';
      return field === 'text' ? null : 'leave';
    case 'Backspace':
      if (!empty || field === 'text') return null;
      return field === 'option' ? 'remove' : 'last-chip';
    default:
      return null;
  }
}
