import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ShownChannel } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { rove } from '../roving.ts';
import type { State } from '../state.ts';
import { badgeText } from '../unread.ts';
import { channelIcon } from './channel-icon.ts';

/** A channel's name as it is read out: threads say that they are, and of which channel is clear from the order. */
function spoken({ name, parentId, archived }: ShownChannel, unread: number): string {
  return [
    name,
    ...(parentId === null ? [] : [archived ? 'archived thread' : 'thread']),
    ...(unread > 0 ? [`${unread} unread`] : []),
  ].join(', ');
}

function channel(shown: ShownChannel, state: State, actions: Actions): TemplateResult {
  const current = shown.id === state.channelId;
  const unread = state.unread.get(shown.id) ?? 0;
  const states = [
    current ? 'is-current' : '',
    unread > 0 ? 'is-unread' : '',
    shown.parentId === null ? '' : 'is-thread',
    shown.archived ? 'is-archived' : '',
  ].join(' ');
  return html`<li class="channel ${states}">
    <button
      type="button"
      data-channel=${shown.id}
      aria-label=${spoken(shown, unread)}
      aria-current=${current ? 'page' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.reading.openChannel(shown.id)}
    >
      ${channelIcon(shown.kind)}<span class="channel-name">${shown.name}</span>
      ${unread > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread)}</span>` : nothing}
    </button>
  </li>`;
}

/** The channels of the server with their threads, or who one writes with directly; unread ones in bold with their number. */
export function channelList(state: State, actions: Actions): TemplateResult {
  const { world, guildId } = state;
  const guild = world?.guilds.find(({ id }) => id === guildId);
  const direct = guildId === null;
  const shown = direct ? (world?.directMessages ?? []) : (guild?.channels ?? []);
  return html`<nav class="channels" aria-label="Channels">
    <h2 class="server-name">${guild?.name ?? 'Direct messages'}</h2>
    <h3 class="channel-kind">${direct ? 'Conversations' : 'Text channels'}</h3>
    ${direct && shown.length === 0 ? html`<p class="no-channels">Nobody has written to you yet.</p>` : nothing}
    <ul @keydown=${(event: KeyboardEvent) => rove(event, '[data-channel]')}>
      ${repeat(
        shown,
        ({ id }) => id,
        (one) => channel(one, state, actions),
      )}
    </ul>
  </nav>`;
}
