import { html, type TemplateResult } from 'lit-html';
import type { Cause, Control, FaultSwitch } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';

interface Choice<T> {
  readonly is: T;
  readonly label: string;
  readonly about: string;
}

const MARKET_EVENTS: readonly Choice<Cause>[] = [
  { is: 'sale', label: 'Sale', about: 'One token is sold' },
  { is: 'sweep', label: 'Sweep of 7', about: 'One buyer takes seven tokens in one transaction' },
  { is: 'auction', label: 'Auction', about: 'An auction that ends in a minute' },
  { is: 'bid', label: 'Bid', about: 'Somebody bids in the auction in view, or else in the newest' },
  { is: 'late-bid', label: 'Late bid', about: 'A bid in the last moment, which extends the auction' },
  {
    is: 'outbid',
    label: 'Outbid me',
    about: 'Your wallet bids in the auction in view or a new one, and then somebody bids more',
  },
  { is: 'listing', label: 'Bargain', about: 'A token is listed a quarter below the floor' },
  { is: 'mint', label: 'Mint of 3', about: 'Three tokens are minted in one transaction' },
  { is: 'wash', label: 'Wash trades', about: 'Two wallets trade one token twelve times' },
  { is: 'burst', label: 'Burst of 200', about: 'Two hundred sales at once' },
];

const FAILURES: readonly Choice<Cause>[] = [
  { is: 'kill-bot', label: 'Kill the bot', about: 'The process ends at once; the demo starts it again' },
  { is: 'drop-sockets', label: 'Drop sockets', about: 'Discord closes the bot’s connections' },
  { is: 'delete-channel', label: 'Delete channel', about: 'The open channel is deleted' },
];

const FAULTS: readonly Choice<FaultSwitch>[] = [
  { is: 'marketplace-down', label: 'Marketplace down', about: 'Every request is answered 503' },
  { is: 'marketplace-slow', label: 'Marketplace slow', about: 'Every answer is delayed' },
  { is: 'marketplace-garbage', label: 'Marketplace garbage', about: 'Answers are damaged' },
  { is: 'discord-500', label: 'Discord answers 500', about: 'Requests fail, some after they were processed' },
  { is: 'discord-429', label: 'Discord answers 429', about: 'Every request is rate limited' },
  { is: 'permission-taken', label: 'Permission taken', about: 'The bot may not post in this channel' },
];

/** What a cause is called on its button. */
export function causeLabel(cause: Cause): string {
  return MARKET_EVENTS.find(({ is }) => is === cause)?.label ?? cause;
}

function causeButtons(choices: readonly Choice<Cause>[], actions: Actions): TemplateResult {
  return html`<div class="causes">
    ${choices.map(
      ({ is, label, about }) =>
        html`<button type="button" class="button secondary" data-cause=${is} title=${about} @click=${() => void actions.panelActions.cause(is)}>${label}</button>`,
    )}
  </div>`;
}

/** Buttons that cause market events. */
export function marketEvents(actions: Actions): TemplateResult {
  return html`<section aria-labelledby="panel-causes">
    <h3 id="panel-causes">Cause events</h3>
    ${causeButtons(MARKET_EVENTS, actions)}
  </section>`;
}

/** Switches and buttons for failures. Each of several bots has its own button to be killed. */
export function failures({ faults: on, cluster }: Control, actions: Actions): TemplateResult {
  const choices = cluster === null ? FAILURES : FAILURES.filter(({ is }) => is !== 'kill-bot');
  return html`<section aria-labelledby="panel-faults">
    <h3 id="panel-faults">Try to break it</h3>
    ${FAULTS.map(({ is, label, about }) => {
      const isOn = on.includes(is);
      return html`<button type="button" role="switch" class="switch" data-fault=${is} aria-checked=${isOn ? 'true' : 'false'} title=${about} @click=${() => void actions.panelActions.fault(is, !isOn)}>
        <span>${label}</span><span class="switch-track" aria-hidden="true"></span>
      </button>`;
    })}
    ${causeButtons(choices, actions)}
  </section>`;
}
