import type { State, Step, Theme } from '../state.ts';

/** What the page stores between visits. */
type Preferences = Pick<State, 'theme' | 'guideHidden' | 'stepsDone'> & {
  /** Name of the user; ids change with every demo. */
  readonly as: string;
};

const KEY = 'gavel';
const STEPS: readonly Step[] = ['subscribe', 'auction', 'watch', 'outbid'];

function themeOf(value: unknown): Theme {
  return value === 'dark' || value === 'light' ? value : 'auto';
}

/** The stored preferences; invalid ones are ignored. */
export function loadPreferences(storage: Storage): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    if (typeof read === 'object' && read !== null) kept = { ...read };
  } catch {
    // The stored text is not ours, so it is discarded.
    storage.removeItem(KEY);
  }
  const done: unknown = kept['stepsDone'];
  return {
    theme: themeOf(kept['theme']),
    guideHidden: kept['guideHidden'] === true,
    stepsDone: new Set(Array.isArray(done) ? STEPS.filter((step) => done.includes(step)) : []),
    as: typeof kept['as'] === 'string' ? kept['as'] : '',
  };
}

export function savePreferences(storage: Storage, { theme, guideHidden, stepsDone, world }: State): void {
  const kept = { theme, guideHidden, stepsDone: [...stepsDone], as: world?.me.name ?? '' };
  storage.setItem(KEY, JSON.stringify(kept));
}
