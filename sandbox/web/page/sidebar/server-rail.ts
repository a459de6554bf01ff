import { html, nothing, type TemplateResult } from 'lit-html';
import type { ShownGuild } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import { moveFocus } from '../roving-focus.ts';
import type { State } from '../state.ts';
import { badgeText, unreadAmong, unreadWords } from '../unread.ts';

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 3);
}

function server(guild: ShownGuild, state: State, actions: Actions): TemplateResult {
  const current = guild.id === state.guildId;
  const unread = unreadAmong(state.unread, guild.channels);
  return html`<li class="server ${current ? 'is-current' : ''} ${unread.messages > 0 ? 'is-unread' : ''}">
    <button
      type="button"
      data-rail
      title=${guild.name}
      data-initials=${initials(guild.name)}
      aria-label=${`${guild.name}${unreadWords(unread)}`}
      aria-current=${current ? 'true' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.navigation.openGuild(guild.id)}
    ></button>
    ${unread.mentions > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread.mentions)}</span>` : nothing}
  </li>`;
}

function directMessages(state: State, actions: Actions): TemplateResult {
  const current = state.world !== null && state.guildId === null;
  const unread = unreadAmong(state.unread, state.world?.directMessages ?? []);
  return html`<li class="server ${current ? 'is-current' : ''} ${unread.messages > 0 ? 'is-unread' : ''}">
    <button
      type="button"
      data-rail
      title="Direct messages"
      aria-label=${`Direct messages${unreadWords(unread)}`}
      aria-current=${current ? 'true' : nothing}
      tabindex=${current ? 0 : -1}
      @click=${() => actions.navigation.openDirectMessages()}
    >
      ${icon('direct')}
    </button>
    ${unread.mentions > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread.mentions)}</span>` : nothing}
  </li>`;
}

/** The servers at the left edge, below the direct messages. */
export function serverRail(state: State, actions: Actions): TemplateResult {
  return html`<nav class="rail" aria-label="Servers">
    <ul @keydown=${(event: KeyboardEvent) => moveFocus(event, '[data-rail]')}>
      ${directMessages(state, actions)}
      ${(state.world?.guilds ?? []).map((guild) => server(guild, state, actions))}
    </ul>
  </nav>`;
}
