import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from './act/actions.ts';
import { allChannels, locationOf } from './channel-locations.ts';
import { icon } from './icon.ts';
import { channelIcon } from './sidebar/channel-icon.ts';
import type { State, Theme } from './state.ts';
import { badgeText, unreadAmong, unreadWords } from './unread.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'dark', dark: 'light', light: 'auto' };
const NAMES: Readonly<Record<Theme, string>> = { auto: 'as the system', dark: 'dark', light: 'light' };

/** A light that shows whether the bot is connected. */
function botLight({ world, narrow }: State): unknown {
  if (world === null) return nothing;
  const words = world.botOnline ? 'online' : 'offline';
  return html`<span class="bot-light is-${words}" title=${`The bot is ${words}`}>
    <i aria-hidden="true"></i><span class=${narrow ? 'for-readers' : ''}>Gavel ${words}</span>
  </span>`;
}

/** The header above the messages: the channel, and the buttons of the page. */
export function header(state: State, { appearance }: Actions): TemplateResult {
  const { theme, narrow, drawer, panelShown, steered, world } = state;
  const channel = locationOf(world, state.channelId)?.channel;
  const all = allChannels(world).map((location) => location.channel);
  const unread = unreadAmong(state.unread, all);
  const { mentions, messages } = unread;
  return html`<header class="header">
    ${
      narrow
        ? html`<button type="button" class="icon-button" data-focus="open-channels" aria-label=${`Servers and channels${unreadWords(unread)}`} aria-expanded=${drawer === 'channels'} @click=${() => appearance.openDrawer('channels')}>
            ${icon('menu')}${
              mentions > 0
                ? html`<span class="badge" aria-hidden="true">${badgeText(mentions)}</span>`
                : messages > 0
                  ? html`<span class="unread-dot" aria-hidden="true"></span>`
                  : nothing
            }
          </button>`
        : ''
    }
    <h1>${channelIcon(channel?.kind ?? 'text')}<span>${channel?.name ?? 'Gavel'}</span></h1>
    ${botLight(state)}
    <button type="button" class="icon-button" title=${`Colours: ${NAMES[theme]}`} aria-label=${`Colours: ${NAMES[theme]}; switch to ${NAMES[NEXT[theme]]}`} @click=${() => appearance.setTheme(NEXT[theme])}>
      ${icon(theme)}
    </button>
    ${
      steered
        ? html`<button type="button" class="icon-button" data-focus="open-panel" title="Control panel" aria-label="Control panel" aria-expanded=${narrow ? drawer === 'panel' : panelShown} @click=${() => appearance.togglePanel()}>
            ${icon('panel')}
          </button>`
        : ''
    }
  </header>`;
}
