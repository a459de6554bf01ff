import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from './act/actions.ts';
import { causedLine } from './caused-line.ts';
import { composer } from './composer/composer.ts';
import { modalDialog } from './dialog/modal.ts';
import { guide } from './guide.ts';
import { header } from './header.ts';
import { icon } from './icon.ts';
import type { MarkdownContext } from './markdown/render.ts';
import type { MessageUse } from './message/message.ts';
import { messageList } from './message/message-list.ts';
import { panel } from './panel/panel.ts';
import { channelList } from './sidebar/channel-list.ts';
import { personSwitch } from './sidebar/person-switch.ts';
import { serverRail } from './sidebar/server-rail.ts';
import type { State } from './state.ts';

function sidebar(state: State, actions: Actions): TemplateResult {
  const { narrow, drawer } = state;
  const close = html`<button type="button" class="icon-button sidebar-close" data-focus="in-channels" aria-label="Close" @click=${() => actions.appearance.openDrawer('none')}>
    ${icon('close')}
  </button>`;
  return html`<div class="sidebar ${drawer === 'channels' ? 'is-open' : ''}" ?inert=${narrow && drawer !== 'channels'}>
    ${serverRail(state, actions)}
    <div class="sidebar-column">
      ${narrow ? close : nothing}${channelList(state, actions)}${personSwitch(state, actions)}
    </div>
  </div>`;
}

function banner({ connection }: State): unknown {
  if (connection !== 'lost') return nothing;
  return html`<p class="banner" role="status">Connection lost. Trying again…</p>`;
}

function besides(state: State, actions: Actions): TemplateResult {
  const open = state.narrow ? state.drawer === 'panel' : state.panelShown;
  return html`<aside class="panel ${open ? 'is-open' : ''}" aria-label="Control panel" ?inert=${!open}>
    ${panel(state, actions)}
  </aside>`;
}

/** Renders the whole page from the state. */
export function app(
  state: State,
  actions: Actions,
  context: MarkdownContext,
  use: MessageUse,
): TemplateResult {
  const { narrow, drawer } = state;
  const skip = (event: Event): void => {
    event.preventDefault();
    actions.composerActions.focus();
  };
  return html`<a class="skip" href="#main" ?inert=${narrow && drawer !== 'none'} @click=${skip}>Skip to the message box</a>
    <div
      class="page ${state.steered && state.panelShown ? 'with-panel' : ''}"
      data-connection=${state.connection}
    >
      ${sidebar(state, actions)}
      <main class="main" id="main" tabindex="-1" data-focus="main" ?inert=${narrow && drawer !== 'none'}>
        ${header(state, actions)} ${banner(state)} ${messageList(state, actions, context, use)}
        <div class="foot">${causedLine(state, actions)}${guide(state, actions)}${composer(state, actions)}</div>
      </main>
      ${state.steered ? besides(state, actions) : nothing}
      <div class="scrim" ?hidden=${!narrow || drawer === 'none'} @click=${() => actions.appearance.openDrawer('none')}></div>
    </div>
    ${modalDialog(state, actions, context)}
    <div class="for-readers" role="log" aria-live="polite">${state.announcement}</div>`;
}
