import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import type { State } from '../state.ts';
import { clusterView } from './cluster.ts';
import { counters } from './counters.ts';
import { marketClock } from './market-clock.ts';
import { failures, marketEvents } from './trigger-buttons.ts';

/** The panel beside the channels: the market's clock, market events, failures, and counters. */
export function panel(state: State, actions: Actions): TemplateResult {
  const { control, controlProblem, narrow } = state;
  const notice = controlProblem ?? control?.notice ?? null;
  const close = html`<button type="button" class="icon-button" data-focus="in-panel" aria-label="Close the control panel" @click=${() => actions.appearance.openDrawer('none')}>
    ${icon('close')}
  </button>`;
  return html`<div class="panel-head"><h2>Control panel</h2>${narrow ? close : nothing}</div>
    <div class="panel-body">
      <p class="panel-notice" role="status" ?hidden=${notice === null}>${notice ?? ''}</p>
      ${
        control === null
          ? html`<p class="panel-loading">Waiting for the demo…</p>`
          : html`${marketClock(control.clock, state, actions)} ${marketEvents(actions)} ${counters(control.counters)}
            ${control.cluster === null ? nothing : clusterView(control.cluster, actions)}
            ${failures(control, actions)}`
      }
    </div>`;
}
