import { html, type TemplateResult } from 'lit-html';
import type { Control } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';
import { selectView } from '../select/select-view.ts';
import type { State } from '../state.ts';

const SPEEDS: readonly number[] = [0.5, 1, 2, 5, 10, 30, 60];

function openFor(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The marketplace's clock: time since opening, speed, and pause. */
export function marketClock(
  { paused, speed, openForMs }: Control['clock'],
  { openSelect }: State,
  { panelActions, selectActions }: Actions,
): TemplateResult {
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b);
  return html`<section class="market-clock" aria-labelledby="panel-clock">
    <h3 id="panel-clock">Marketplace</h3>
    <p><b>${paused ? 'Closed' : 'Open'}</b> <span>for ${openFor(openForMs)}</span></p>
    <div class="market-clock-controls">
      <button type="button" class="button ${paused ? 'success' : 'secondary'}" @click=${() => void panelActions.setPaused(!paused)}>
        ${paused ? 'Open the market' : 'Pause'}
      </button>
      <span class="speed">
        <span aria-hidden="true">Speed</span>
        ${selectView(
          {
            key: 'speed',
            choices: speeds.map((value) => ({ value: String(value), label: `× ${value}` })),
            chosen: [String(speed)],
            min: 1,
            max: 1,
            label: 'Speed',
            placeholder: '',
            disabled: false,
            waiting: false,
            choose: ([value]) => void panelActions.setSpeed(Number(value)),
          },
          openSelect,
          selectActions,
        )}
      </span>
    </div>
  </section>`;
}
