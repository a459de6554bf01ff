import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { ShownChannel } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { locationOf, prefixedName } from '../channel-locations.ts';
import { icon } from '../icon.ts';
import type { MarkdownContext } from '../markdown/render.ts';
import { moveFocus } from '../roving-focus.ts';
import { channelIcon } from '../sidebar/channel-icon.ts';
import type { State } from '../state.ts';
import { type Placed, placed } from './grouping.ts';
import { type MessageUse, messageBody } from './message.ts';
import { notices } from './notice.ts';

function dayLine(day: number | null, isNew: boolean, locale: string): unknown {
  if (day === null && !isNew) return nothing;
  const text = day === null ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(day);
  return html`<div class="divider ${isNew ? 'is-new' : ''}" role="separator" aria-label=${isNew ? 'New messages' : text}>
    <span>${text}</span>${isNew ? html`<b>New</b>` : nothing}
  </div>`;
}

/** What was chosen in the message's select menus, as a text to compare. */
function chosenIn(messageId: string, { selected }: State): string {
  const own = [...selected].filter(([key]) => key.startsWith(`${messageId} `));
  return own.map(([key, values]) => `${key}=${values.join()}`).join();
}

function item(
  place: Placed,
  isLast: boolean,
  state: State,
  context: MarkdownContext,
  use: MessageUse,
): unknown {
  const { shown, head, isNew, day } = place;
  const { id } = shown.message;
  const waiting = [...state.waiting].filter((key) => key.startsWith(`${id} `)).join();
  const today = new Date(context.now()).toDateString();
  const select = state.openSelect?.key.startsWith(`${id} `) === true ? state.openSelect : null;
  const body = guard(
    [
      shown,
      head,
      isNew,
      day,
      waiting,
      use.problem(id),
      state.world,
      today,
      select,
      chosenIn(id, state),
      state.messageCommands,
      state.messageMenu === id,
    ],
    () => html`${dayLine(day, isNew, context.locale)}${messageBody(place, context, use)}`,
  );
  return html`<li data-message=${id} tabindex=${isLast ? 0 : -1}>${body}</li>`;
}

function welcome(channel: ShownChannel): TemplateResult {
  const name = prefixedName(channel);
  const start = {
    text: `This is the start of the ${name} channel.`,
    announcement: `This is the start of the ${name} channel.`,
    voice: 'This is the start of the chat of this voice channel.',
    thread: `This is the start of the ${name} thread.`,
    'private-thread': `This is the start of the private thread ${name}.`,
    direct: `This is the start of your direct messages with ${name}.`,
  }[channel.kind];
  return html`<div class="welcome">
    <span class="welcome-sign">${channelIcon(channel.kind)}</span>
    <h2>${channel.kind === 'direct' ? name : `Welcome to ${name}!`}</h2>
    <p>${start}</p>
  </div>`;
}

function jumpBar(state: State, actions: Actions): unknown {
  if (state.atEnd) return nothing;
  const { unseen } = state;
  const words =
    unseen === 0
      ? 'You’re viewing older messages'
      : `${unseen} new ${unseen === 1 ? 'message' : 'messages'} below`;
  return html`<button type="button" class="jump ${unseen > 0 ? 'has-new' : ''}" @click=${() => actions.navigation.toEnd()}>
    <span>${words}</span><b>Jump to present ${icon('down')}</b>
  </button>`;
}

/** The messages of the channel, the newest at the bottom. */
export function messageList(
  state: State,
  actions: Actions,
  context: MarkdownContext,
  use: MessageUse,
): TemplateResult {
  const channel = locationOf(state.world, state.channelId)?.channel;
  const loaded = state.messages.get(state.channelId ?? '');
  const all = (loaded ?? []).filter(({ message }) => !state.dismissed.has(message.id));
  const list = placed(all, state.newFrom).slice(state.shownFrom);
  const name = channel?.name ?? '';
  const isWhole = state.shownFrom === 0 && state.complete.has(state.channelId ?? '');
  const earlier = html`<button type="button" class="earlier" @click=${() => actions.navigation.showEarlier()}>
    Show earlier messages
  </button>`;
  const content = html`<div class="scroller" data-scroller @scroll=${(event: Event) => {
    const { currentTarget: area } = event;
    if (area instanceof HTMLElement)
      actions.navigation.scrolled(area.scrollTop, area.scrollHeight - area.scrollTop - area.clientHeight);
  }}>
    <div class="scrolled" data-scrolled>
      ${loaded === undefined || channel === undefined ? nothing : isWhole ? welcome(channel) : earlier}
      <ol
        class="messages"
        aria-label=${`Messages in ${name}`}
        @keydown=${(event: KeyboardEvent) => moveFocus(event, '[data-message]')}
      >
        ${repeat(
          list,
          ({ shown }) => shown.message.id,
          (place, index) => item(place, index === list.length - 1, state, context, use),
        )}
      </ol>
      ${notices(state, use)}
    </div>
  </div>`;
  return html`<div class="message-area">${keyed(state.channelId, content)}${jumpBar(state, actions)}</div>`;
}
