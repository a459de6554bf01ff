import { html, nothing } from 'lit-html';
import type { Actions } from '../act/actions.ts';
import type { State } from '../state.ts';

function choice(label: string, about: string, isOn: boolean, set: (on: boolean) => Promise<void>): unknown {
  return html`<button type="button" role="switch" class="switch is-plain" aria-checked=${isOn ? 'true' : 'false'} title=${about} @click=${() => void set(!isOn)}>
    <span>${label}</span><span class="switch-track" aria-hidden="true"></span>
  </button>`;
}

/** What the user decides about themselves, below their direct messages. */
export function account({ world }: State, { accountActions }: Actions): unknown {
  if (world === null) return nothing;
  const { acceptsDirectMessages, hasApplication } = world.account;
  return html`<section class="account" aria-labelledby="account-title">
    <h3 class="channel-kind" id="account-title">Your account</h3>
    ${
      world.directMessages.length > 0
        ? nothing
        : html`<button type="button" class="button secondary" @click=${() => void accountActions.writeToBot()}>Write to Gavel</button>`
    }
    ${choice(
      'Direct messages',
      'Whether members of your servers, the bot among them, may write to you',
      acceptsDirectMessages,
      (on) => accountActions.acceptDirectMessages(on),
    )}
    ${choice(
      'Gavel in your account',
      'Its commands then work everywhere for you, also in servers without it',
      hasApplication,
      (on) => accountActions.haveApplication(on),
    )}
  </section>`;
}
