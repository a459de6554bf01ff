import type { APIMessage } from 'discord-api-types/v10';
import { html, nothing } from 'lit-html';
import type { Command, ShownMessage } from '../../contract.ts';
import type { MessageMenuActions } from '../act/message-menu-actions.ts';
import { icon } from '../icon.ts';
import { moveFocus } from '../roving-focus.ts';

/** What the menu of a message needs. */
export interface MessageMenuUse {
  readonly commands: () => readonly Command[];
  readonly isOpen: (messageId: string) => boolean;
  readonly actions: MessageMenuActions;
}

function menu(message: APIMessage, { commands, actions }: MessageMenuUse): unknown {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      actions.close(true);
    } else moveFocus(event, '[role="menuitem"]');
    // The list of messages moves its own focus by the same keys.
    event.stopPropagation();
  };
  return html`<div class="message-menu" popover="manual" role="menu" data-message-menu aria-label="Apps" @keydown=${onKey}>
    ${commands().map(
      ({ name }, index) =>
        html`<button type="button" role="menuitem" tabindex=${index === 0 ? 0 : -1} data-focus=${index === 0 ? 'in-message-menu' : nothing} @click=${() => actions.run(message, name)}>${name}</button>`,
    )}
  </div>`;
}

/** The button that opens the menu of a message; none where there are no commands for messages, or only the user sees it. */
export function messageMenu({ message, ephemeral }: ShownMessage, use: MessageMenuUse): unknown {
  if (ephemeral || use.commands().length === 0) return nothing;
  const { id } = message;
  const isOpen = use.isOpen(id);
  return html`<div class="message-tools ${isOpen ? 'is-open' : ''}">
    <button
      type="button"
      data-menu-button
      data-focus=${`menu-of-${id}`}
      title="Apps"
      aria-label="Apps"
      aria-haspopup="menu"
      aria-expanded=${isOpen ? 'true' : 'false'}
      @click=${() => use.actions.toggle(id)}
    >
      ${icon('more')}
    </button>
    ${isOpen ? menu(message, use) : nothing}
  </div>`;
}
