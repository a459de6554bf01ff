/**
 * Moves the focus among items by the arrow keys, Home and End, so that a list is a single tab stop.
 * @param selector the items within the element that handles the event
 * `back` and `forth` are the arrow keys.
 */
export function moveFocus(
  event: KeyboardEvent,
  selector: string,
  [back, forth]: readonly [string, string] = ['ArrowUp', 'ArrowDown'],
): void {
  const { currentTarget, target, key } = event;
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.indexOf(target);
  if (at === -1) return;
  const next =
    key === back
      ? at - 1
      : key === forth
        ? at + 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? items.length - 1
            : null;
  if (next === null) return;
  event.preventDefault();
  items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
}
