import { html, nothing, type TemplateResult } from 'lit-html';
import type { Menu, MenuItem } from './menu.ts';

export const MENU_ID = 'composer-menu';

/** The id of an item, which the field refers to for screen readers. */
export function itemId(index: number): string {
  return `${MENU_ID}-${index}`;
}

function itemShown(
  item: MenuItem,
  index: number,
  active: boolean,
  choose: (item: MenuItem) => void,
): TemplateResult {
  return html`<li
    id=${itemId(index)}
    role="option"
    class="menu-item ${item.does.type}"
    aria-selected=${active ? 'true' : 'false'}
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${() => choose(item)}
  >
    <span class="menu-label">${item.label}</span>${item.detail === '' ? nothing : html`<span class="menu-detail">${item.detail}</span>`}
  </li>`;
}

/** The list above the message box: commands, choices, or more options. */
export function menuShown(menu: Menu | null, active: number, choose: (item: MenuItem) => void): unknown {
  if (menu === null) return nothing;
  return html`<div class="menu">
    <p class="menu-title" aria-hidden="true">${menu.title}</p>
    <ul role="listbox" id=${MENU_ID} aria-label=${menu.title}>
      ${menu.items.map((item, index) => itemShown(item, index, index === active, choose))}
    </ul>
    ${menu.hint === null ? nothing : html`<p class="menu-hint" role="status">${menu.hint}</p>`}
  </div>`;
}
