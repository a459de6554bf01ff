import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../act/actions.ts';
import { icon } from '../icon.ts';
import type { State } from '../state.ts';
import { breakages, happenings } from './causes.ts';
import { counters } from './counters.ts';
import { marketClock } from './market-clock.ts';

/** The panel beside the channels: the market's clock, what may happen, what may go wrong, and what is counted. */
export function panel(state: State, actions: Actions): TemplateResult {
  const { control, controlProblem, narrow } = state;
  const notice = controlProblem ?? control?.notice ?? null;
  const close = html`<button type="button" class="icon-button" data-focus="in-panel" aria-label="Close the control panel" @click=${() => actions.appearing.openDrawer('none')}>
    ${icon('close')}
  </button>`;
  return html`<div class="panel-head"><h2>Control panel</h2>${narrow ? close : nothing}</div>
    <div class="panel-body">
      <p class="panel-notice" role="status" ?hidden=${notice === null}>${notice ?? ''}</p>
      ${
        control === null
          ? html`<p class="panel-loading">Waiting for the demo…</p>`
          : html`${marketClock(control.clock, actions)} ${happenings(actions)} ${counters(control.counters)}
            ${breakages(control.faults, actions)}`
      }
    </div>`;
}
