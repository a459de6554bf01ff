import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ShownChannel } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import { rove } from '../roving.ts';
import type { State } from '../state.ts';
import { badgeText } from '../unread.ts';

function channel(shown: ShownChannel, state: State, actions: Actions): TemplateResult {
  const current = shown.id === state.channelId;
  const unread = state.unread.get(shown.id) ?? 0;
  return html`<li class="channel ${current ? 'is-current' : ''} ${unread > 0 ? 'is-unread' : ''}">
    <button
      type="button"
      data-channel=${shown.id}
      aria-label=${unread > 0 ? `${shown.name}, ${unread} unread` : shown.name}
      aria-current=${current ? 'page' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.reading.openChannel(shown.id)}
    >
      ${icon('hash')}<span class="channel-name">${shown.name}</span>
      ${unread > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread)}</span>` : nothing}
    </button>
  </li>`;
}

/** The channels of the server, unread ones in bold with their number. */
export function channelList(state: State, actions: Actions): TemplateResult {
  const guild = state.world?.guilds.find(({ id }) => id === state.guildId);
  return html`<nav class="channels" aria-label="Channels">
    <h2 class="server-name">${guild?.name ?? 'No server'}</h2>
    <h3 class="channel-kind">Text channels</h3>
    <ul @keydown=${(event: KeyboardEvent) => rove(event, '[data-channel]')}>
      ${repeat(
        guild?.channels ?? [],
        ({ id }) => id,
        (shown) => channel(shown, state, actions),
      )}
    </ul>
  </nav>`;
}
