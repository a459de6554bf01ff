import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../icon.ts';
import type { Notice, State } from '../state.ts';
import { avatar } from './avatar.ts';

interface Dismissing {
  readonly dismiss: (id: string) => void;
}

function noticeShown(notice: Notice, state: State, { dismiss }: Dismissing): TemplateResult {
  const me = state.world?.me;
  const used =
    notice.command === null || me === undefined
      ? nothing
      : html`<div class="used">${avatar(me)}<b>${me.name}</b> used <span class="used-command">${notice.command}</span></div>`;
  const sending = notice.kind === 'sending';
  return html`<div class="notice is-${notice.kind}" role=${sending ? 'status' : 'alert'}>
    ${used}
    <p>
      ${sending ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : icon(notice.kind === 'failed' ? 'warning' : 'slash')}
      <span>${notice.text}</span>
    </p>
    ${
      sending
        ? nothing
        : html`<p class="only-you">Only you can see this · <button type="button" @click=${() => dismiss(notice.id)}>Dismiss message</button></p>`
    }
  </div>`;
}

/** Notices of the page itself: a command being sent, and what Discord's client would refuse. */
export function notices(state: State, dismissing: Dismissing): readonly TemplateResult[] {
  return state.notices
    .filter(({ channelId }) => channelId === state.channelId)
    .map((notice) => noticeShown(notice, state, dismissing));
}
