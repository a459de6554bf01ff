import type { State } from '../state.ts';

/**
 * The focus on the message box, for when what had it disappears. On touch screens that would open the keyboard, so
 * it is the messages there.
 */
export function focusOnBox({ focus, touch }: State): Pick<State, 'focus'> {
  return { focus: { on: touch ? 'main' : 'composer', turn: focus.turn + 1 } };
}
