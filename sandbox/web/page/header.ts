import { html, type TemplateResult } from 'lit-html';
import type { Actions } from './act/actions.ts';
import { icon } from './icon.ts';
import { allPlaces, placeOf } from './places.ts';
import { channelIcon } from './sidebar/channel-icon.ts';
import type { State, Theme } from './state.ts';
import { badgeText, unreadAmong } from './unread.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'dark', dark: 'light', light: 'auto' };
const NAMES: Readonly<Record<Theme, string>> = { auto: 'as the system', dark: 'dark', light: 'light' };

/** The line above the messages: where one is, and the switches of the page. */
export function header(state: State, { appearing }: Actions): TemplateResult {
  const { theme, narrow, drawer, panelShown, steered, world } = state;
  const channel = placeOf(world, state.channelId)?.channel;
  const all = allPlaces(world).map(({ channel: { id } }) => id);
  const unread = unreadAmong(state.unread, all);
  const words = unread > 0 ? `Servers and channels, ${unread} unread` : 'Servers and channels';
  return html`<header class="header">
    ${
      narrow
        ? html`<button type="button" class="icon-button" data-focus="open-channels" aria-label=${words} aria-expanded=${drawer === 'channels'} @click=${() => appearing.openDrawer('channels')}>
            ${icon('menu')}${unread > 0 ? html`<span class="badge" aria-hidden="true">${badgeText(unread)}</span>` : ''}
          </button>`
        : ''
    }
    <h1>${channelIcon(channel?.kind ?? 'text')}<span>${channel?.name ?? 'Gavel'}</span></h1>
    <button type="button" class="icon-button" title=${`Colours: ${NAMES[theme]}`} aria-label=${`Colours: ${NAMES[theme]}; switch to ${NAMES[NEXT[theme]]}`} @click=${() => appearing.setTheme(NEXT[theme])}>
      ${icon(theme)}
    </button>
    ${
      steered
        ? html`<button type="button" class="icon-button" data-focus="open-panel" title="Control panel" aria-label="Control panel" aria-expanded=${narrow ? drawer === 'panel' : panelShown} @click=${() => appearing.togglePanel()}>
            ${icon('panel')}
          </button>`
        : ''
    }
  </header>`;
}
