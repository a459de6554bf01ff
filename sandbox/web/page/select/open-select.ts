/** A choice of a select menu. */
export interface SelectChoice {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
}

/** A select menu, of a message, a modal or the page itself. */
export interface SelectMenu {
  /** Unique on the page. */
  readonly key: string;
  readonly choices: readonly SelectChoice[];
  /** Values, in the order of the choices. */
  readonly chosen: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** The select menu whose list is open. */
export interface OpenSelect {
  readonly key: string;
  /** Index of the highlighted choice, or -1. */
  readonly active: number;
  readonly picked: readonly string[];
  /** What was typed to find a choice, and when the last character came, ms. */
  readonly typed: string;
  readonly typedAtMs: number;
}

/** The action of a key on an open select menu. */
export type SelectIntent =
  | { readonly does: 'move'; readonly to: number }
  | { readonly does: 'pick' }
  | { readonly does: 'find'; readonly character: string }
  /** `handled`: the key has no other effect; Tab also moves the focus. */
  | { readonly does: 'close'; readonly handled: boolean };

/** A pause after which typing begins a new search. */
const SEARCH_PAUSE_MS = 1_000;

/** Opens a menu at its first chosen choice. */
export function opened({ key, choices, chosen }: SelectMenu): OpenSelect {
  const at = choices.findIndex(({ value }) => chosen.includes(value));
  return { key, active: Math.max(0, at), picked: chosen, typed: '', typedAtMs: 0 };
}

/** The intent of a key, or `null` for none. */
export function selectIntent(key: string, { active }: OpenSelect, count: number): SelectIntent | null {
  const move = (to: number) => ({ does: 'move', to: Math.max(0, Math.min(count - 1, to)) }) as const;
  switch (key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active - 1);
    case 'Home':
      return move(0);
    case 'End':
      return move(count - 1);
    case 'Enter':
    case ' ':
      return { does: 'pick' };
    case 'Escape':
      return { does: 'close', handled: true };
    case 'Tab':
      return { does: 'close', handled: false };
    default:
      return key.length === 1 ? { does: 'find', character: key } : null;
  }
}

/** The menu after a typed character: at the next choice that begins with, or else contains, what was typed. */
export function found(
  open: OpenSelect,
  choices: readonly SelectChoice[],
  character: string,
  nowMs: number,
): OpenSelect {
  const goesOn = nowMs - open.typedAtMs < SEARCH_PAUSE_MS;
  const typed = (goesOn ? open.typed : '') + character.toLowerCase();
  const labels = choices.map(({ label }) => label.toLowerCase().replace(/^[#@]/, ''));
  const begins = labels.findIndex((label) => label.startsWith(typed));
  const at = begins === -1 ? labels.findIndex((label) => label.includes(typed)) : begins;
  return { ...open, typed, typedAtMs: nowMs, active: at === -1 ? open.active : at };
}

/**
 * The picked values after a choice was pressed: with a single choice it replaces the one before, and a pressed
 * one is taken back where none is allowed.
 */
export function pressed(
  { choices, min, max }: SelectMenu,
  picked: readonly string[],
  value: string,
): readonly string[] {
  if (picked.includes(value)) {
    return max === 1 && min > 0 ? picked : picked.filter((other) => other !== value);
  }
  if (max === 1) return [value];
  if (picked.length >= max) return picked;
  const all = new Set([...picked, value]);
  return choices.map((choice) => choice.value).filter((other) => all.has(other));
}

/** Whether a press ends the choice; where several are allowed, closing the list does. */
export function endsWithPress({ max }: SelectMenu): boolean {
  return max === 1;
}

/** Whether the picked values may be sent: enough of them, and not the ones before. */
export function isComplete({ chosen, min }: SelectMenu, picked: readonly string[]): boolean {
  const same = picked.length === chosen.length && picked.every((value) => chosen.includes(value));
  return picked.length >= min && !same;
}
