import { html, nothing, type TemplateResult } from 'lit-html';
import type { ShownGuild } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import { rove } from '../roving.ts';
import type { State } from '../state.ts';
import { badgeText, unreadAmong } from '../unread.ts';

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 3);
}

function server(guild: ShownGuild, state: State, actions: Actions): TemplateResult {
  const current = guild.id === state.guildId;
  const unread = unreadAmong(
    state.unread,
    guild.channels.map(({ id }) => id),
  );
  return html`<li class="server ${current ? 'is-current' : ''} ${unread > 0 ? 'is-unread' : ''}">
    <button
      type="button"
      data-rail
      title=${guild.name}
      aria-label=${unread > 0 ? `${guild.name}, ${unread} unread` : guild.name}
      aria-current=${current ? 'true' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.reading.openGuild(guild.id)}
    >
      ${initials(guild.name)}
    </button>
    ${unread > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread)}</span>` : nothing}
  </li>`;
}

function directMessages(state: State, actions: Actions): TemplateResult {
  const current = state.world !== null && state.guildId === null;
  const ids = (state.world?.directMessages ?? []).map(({ id }) => id);
  const unread = unreadAmong(state.unread, ids);
  return html`<li class="server ${current ? 'is-current' : ''} ${unread > 0 ? 'is-unread' : ''}">
    <button
      type="button"
      data-rail
      title="Direct messages"
      aria-label=${unread > 0 ? `Direct messages, ${unread} unread` : 'Direct messages'}
      aria-current=${current ? 'true' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.reading.openDirectMessages()}
    >
      ${icon('direct')}
    </button>
    ${unread > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread)}</span>` : nothing}
  </li>`;
}

/** The servers at the left edge, below one's direct messages. */
export function serverRail(state: State, actions: Actions): TemplateResult {
  return html`<nav class="rail" aria-label="Servers">
    <ul @keydown=${(event: KeyboardEvent) => rove(event, '[data-rail]')}>
      ${directMessages(state, actions)}
      ${(state.world?.guilds ?? []).map((guild) => server(guild, state, actions))}
    </ul>
  </nav>`;
}
