import { html, nothing, type TemplateResult } from 'lit-html';
import type { Control } from '../../contract.ts';

type Counters = Control['counters'];

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function verdict(label: string, value: number, good: string): TemplateResult {
  return html`<div class="verdict ${value === 0 ? 'is-good' : 'is-bad'}">
    <dt>${label}</dt>
    <dd>${count(value)}${value === 0 ? html`<small>${good}</small>` : nothing}</dd>
  </div>`;
}

function row(label: string, value: string): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function lagText(lagMs: number | null): string {
  if (lagMs === null) return '–';
  return lagMs < 1_000 ? `${Math.round(lagMs)} ms` : `${(lagMs / 1_000).toFixed(1)} s`;
}

/** The counters, with those that must stay at zero on top. */
export function counters(shown: Counters): TemplateResult {
  const waiting = Math.max(0, shown.alertsDue - shown.alertsPosted);
  return html`<section aria-labelledby="panel-counters">
    <h3 id="panel-counters">Is every alert posted once?</h3>
    <dl class="verdicts">
      ${verdict('Lost', shown.lost, 'none')}${verdict('Posted twice', shown.twice, 'none')}
    </dl>
    <dl class="counters">
      ${row('Alerts due', count(shown.alertsDue))}
      ${row('Posted', count(shown.alertsPosted))}
      ${row('Waiting', count(waiting))}
      ${row('Undecided', count(shown.undecided))}
      ${row('Feed to channel', lagText(shown.lagMs))}
      ${row('Sales', count(shown.sales))}
      ${row('Polls', count(shown.polls))}
      ${row('Requests, market', count(shown.marketplaceRequests))}
      ${row('Requests, Discord', count(shown.discordRequests))}
      ${row('Slowed down (429)', count(shown.discord429))}
      ${row('Bot restarts', count(shown.botRestarts))}
    </dl>
  </section>`;
}
