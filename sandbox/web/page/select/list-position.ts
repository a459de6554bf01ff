/** Between the field and its list, and between the list and the edge of the window. */
const GAP_PX = 4;
const MARGIN_PX = 8;
/** Narrow fields, as in the panel, have a wider list. */
const MIN_WIDTH_PX = 180;

/** Opens the list of the open select menu above everything else, and places it below its field, or above. */
export function placeSelectList(root: ParentNode): void {
  const list = root.querySelector<HTMLElement>('[data-select-list]');
  const field = root.querySelector<HTMLElement>('[data-select][aria-expanded="true"]');
  if (list === null || field === null) return;
  if (!list.matches(':popover-open')) list.showPopover();
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const listWidth = Math.min(Math.max(width, MIN_WIDTH_PX), innerWidth - 2 * MARGIN_PX);
  const roomBelow = innerHeight - bottom - GAP_PX - MARGIN_PX;
  const roomAbove = top - GAP_PX - MARGIN_PX;
  const below = list.scrollHeight <= roomBelow || roomBelow >= roomAbove;
  const { style } = list;
  style.width = `${listWidth}px`;
  style.left = `${Math.max(MARGIN_PX, Math.min(left, innerWidth - listWidth - MARGIN_PX))}px`;
  style.maxHeight = `${Math.max(0, Math.min(320, below ? roomBelow : roomAbove))}px`;
  style.top = below ? `${bottom + GAP_PX}px` : 'auto';
  style.bottom = below ? 'auto' : `${innerHeight - top + GAP_PX}px`;
}
