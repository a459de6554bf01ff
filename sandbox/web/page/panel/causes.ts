import { html, type TemplateResult } from 'lit-html';
import type { Cause, FaultSwitch } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';

interface Choice<T> {
  readonly is: T;
  readonly label: string;
  readonly about: string;
}

const HAPPENINGS: readonly Choice<Cause>[] = [
  { is: 'sale', label: 'Sale', about: 'One token is sold' },
  { is: 'sweep', label: 'Sweep of 7', about: 'One buyer takes seven tokens in one transaction' },
  { is: 'auction', label: 'Auction', about: 'An auction that ends in a minute' },
  { is: 'bid', label: 'Bid', about: 'Somebody bids in a running auction' },
  { is: 'late-bid', label: 'Late bid', about: 'A bid in the last moment, which makes the auction longer' },
  { is: 'listing', label: 'Bargain', about: 'A token is listed a quarter below the floor' },
  { is: 'mint', label: 'Mint of 3', about: 'Three tokens come into being in one transaction' },
  { is: 'wash', label: 'Wash trades', about: 'Two wallets trade one token twelve times' },
  { is: 'burst', label: 'Burst of 200', about: 'Two hundred sales at once' },
];

const BREAKAGES: readonly Choice<Cause>[] = [
  { is: 'kill-bot', label: 'Kill the bot', about: 'The process ends at once; the demo starts it again' },
  { is: 'drop-sockets', label: 'Drop sockets', about: 'Discord hangs up on the bot' },
  { is: 'delete-channel', label: 'Delete channel', about: 'The channel that you look at goes away' },
];

const FAULTS: readonly Choice<FaultSwitch>[] = [
  { is: 'marketplace-down', label: 'Marketplace down', about: 'Every request is answered 503' },
  { is: 'marketplace-slow', label: 'Marketplace slow', about: 'Every answer takes its time' },
  { is: 'marketplace-garbage', label: 'Marketplace garbage', about: 'Answers are damaged' },
  { is: 'discord-500', label: 'Discord answers 500', about: 'Requests fail, some after they were done' },
  { is: 'discord-429', label: 'Discord answers 429', about: 'Every request is told to wait' },
  { is: 'permission-taken', label: 'Permission taken', about: 'The bot may not post in this channel' },
];

function causeButtons(choices: readonly Choice<Cause>[], actions: Actions): TemplateResult {
  return html`<div class="causes">
    ${choices.map(
      ({ is, label, about }) =>
        html`<button type="button" class="button secondary" data-cause=${is} title=${about} @click=${() => void actions.steering.cause(is)}>${label}</button>`,
    )}
  </div>`;
}

/** Buttons for what may happen on the market. */
export function happenings(actions: Actions): TemplateResult {
  return html`<section aria-labelledby="panel-causes">
    <h3 id="panel-causes">Let it happen</h3>
    ${causeButtons(HAPPENINGS, actions)}
  </section>`;
}

/** Switches and buttons for what may go wrong. */
export function breakages(on: readonly FaultSwitch[], actions: Actions): TemplateResult {
  return html`<section aria-labelledby="panel-faults">
    <h3 id="panel-faults">Try to break it</h3>
    ${FAULTS.map(({ is, label, about }) => {
      const isOn = on.includes(is);
      return html`<button type="button" role="switch" class="switch" data-fault=${is} aria-checked=${isOn ? 'true' : 'false'} title=${about} @click=${() => void actions.steering.fault(is, !isOn)}>
        <span>${label}</span><span class="switch-track" aria-hidden="true"></span>
      </button>`;
    })}
    ${causeButtons(BREAKAGES, actions)}
  </section>`;
}
