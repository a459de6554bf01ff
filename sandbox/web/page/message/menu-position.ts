/** Between the button and its menu, and between the menu and the edge of the window. */
const GAP_PX = 4;
const MARGIN_PX = 8;

/** Opens the menu of a message above everything else, and places it below its button, or above. */
export function placeMessageMenu(root: ParentNode): void {
  const menu = root.querySelector<HTMLElement>('[data-message-menu]');
  const button = root.querySelector<HTMLElement>('[data-menu-button][aria-expanded="true"]');
  if (menu === null || button === null) return;
  if (!menu.matches(':popover-open')) menu.showPopover();
  const { top, bottom, right } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fitsBelow = bottom + GAP_PX + height + MARGIN_PX <= window.innerHeight;
  const { style } = menu;
  style.left = `${Math.max(MARGIN_PX, right - width)}px`;
  style.top = `${fitsBelow ? bottom + GAP_PX : Math.max(MARGIN_PX, top - GAP_PX - height)}px`;
}
