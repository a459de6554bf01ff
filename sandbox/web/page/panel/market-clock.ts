import { html, type TemplateResult } from 'lit-html';
import type { Control } from '../../contract.ts';
import type { Actions } from '../act/actions.ts';

const SPEEDS: readonly number[] = [0.5, 1, 2, 5, 10, 30, 60];

function openFor(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The marketplace's clock: how long it is open, how fast it goes, and a stop. */
export function marketClock(
  { paused, speed, openForMs }: Control['clock'],
  { steering }: Actions,
): TemplateResult {
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b);
  return html`<section class="market-clock" aria-labelledby="panel-clock">
    <h3 id="panel-clock">Marketplace</h3>
    <p><b>${paused ? 'Closed' : 'Open'}</b> <span>for ${openFor(openForMs)}</span></p>
    <div class="market-clock-controls">
      <button type="button" class="button ${paused ? 'success' : 'secondary'}" @click=${() => void steering.setPaused(!paused)}>
        ${paused ? 'Open the market' : 'Pause'}
      </button>
      <label>
        <span>Speed</span>
        <select class="select" @change=${(event: Event) => {
          if (event.currentTarget instanceof HTMLSelectElement)
            void steering.setSpeed(Number(event.currentTarget.value));
        }}>
          ${speeds.map((value) => html`<option value=${value} .selected=${value === speed}>× ${value}</option>`)}
        </select>
      </label>
    </div>
  </section>`;
}
