import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ShownChannel } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { moveFocus } from '../roving-focus.ts';
import type { State } from '../state.ts';
import { badgeText, type Unread, unreadAmong, unreadWords } from '../unread.ts';
import { account } from './account.ts';
import { channelIcon } from './channel-icon.ts';

/** A channel's name for screen readers: threads are marked as such; their parent follows from the order. */
function spoken({ name, parentId, archived }: ShownChannel, unread: Unread): string {
  const thread = parentId === null ? '' : archived ? ', archived thread' : ', thread';
  return `${name}${thread}${unreadWords(unread)}`;
}

function channel(shown: ShownChannel, state: State, actions: Actions): TemplateResult {
  const current = shown.id === state.channelId;
  const unread = unreadAmong(state.unread, [shown]);
  const states = [
    current ? 'is-current' : '',
    unread.messages > 0 ? 'is-unread' : '',
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
      @click=${() => actions.navigation.openChannel(shown.id)}
    >
      ${channelIcon(shown.kind)}<span class="channel-name">${shown.name}</span>
      ${unread.mentions > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread.mentions)}</span>` : nothing}
    </button>
  </li>`;
}

/** The channels of the server with their threads, or the direct messages; unread ones in bold, with the number of mentions. */
export function channelList(state: State, actions: Actions): TemplateResult {
  const { world, guildId } = state;
  const guild = world?.guilds.find(({ id }) => id === guildId);
  const direct = guildId === null;
  const shown = direct ? (world?.directMessages ?? []) : (guild?.channels ?? []);
  const voice = shown.filter(({ kind }) => kind === 'voice');
  const list = (channels: readonly ShownChannel[]): TemplateResult =>
    html`<ul @keydown=${(event: KeyboardEvent) => moveFocus(event, '[data-channel]')}>
      ${repeat(
        channels,
        ({ id }) => id,
        (one) => channel(one, state, actions),
      )}
    </ul>`;
  return html`<nav class="channels" aria-label="Channels">
    <h2 class="server-name">${guild?.name ?? 'Direct messages'}</h2>
    <h3 class="channel-kind">${direct ? 'Conversations' : 'Text channels'}</h3>
    ${direct && shown.length === 0 ? html`<p class="no-channels">Nobody has written to you yet.</p>` : nothing}
    ${list(shown.filter(({ kind }) => kind !== 'voice'))}
    ${voice.length === 0 ? nothing : html`<h3 class="channel-kind">Voice channels</h3>${list(voice)}`}
    ${direct ? account(state, actions) : nothing}
  </nav>`;
}
