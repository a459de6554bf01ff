import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from './act/actions.ts';
import type { PanelActions } from './act/panel-actions.ts';
import { commandEntries } from './composer/entries.ts';
import { icon } from './icon.ts';
import type { State, Step } from './state.ts';

interface Chip {
  readonly step: Step;
  readonly label: string;
  readonly does: () => void;
}

const marketEvents = (panelActions: PanelActions): readonly Chip[] => [
  { step: 'sweep', label: 'Cause a sweep', does: () => void panelActions.cause('sweep') },
  { step: 'auction', label: 'One-minute auction', does: () => void panelActions.cause('auction') },
];

function chips(state: State, { composerActions, panelActions }: Actions): readonly Chip[] {
  const names = new Set(commandEntries(state.commands).map(({ name }) => name));
  const channel = state.world?.guilds
    .flatMap(({ channels }) => channels)
    .find(({ id }) => id === state.channelId);
  const lookup = ['token', 'collection info'].find((name) => names.has(name));
  const all: (Chip | null)[] = [
    names.has('alerts add') && channel !== undefined
      ? {
          step: 'subscribe',
          label: 'Subscribe channel',
          does: () =>
            composerActions.start('alerts add', { channel: { name: `#${channel.name}`, value: channel.id } }),
        }
      : null,
    lookup === undefined
      ? null
      : {
          step: 'lookup',
          label: lookup === 'token' ? 'Look up a token' : 'Look up a collection',
          does: () => composerActions.start(lookup),
        },
    ...(state.steered ? marketEvents(panelActions) : []),
  ];
  return all.filter((chip) => chip !== null);
}

/** Suggestions for newcomers above the message box; a click fills the box or causes an event. */
export function guide(state: State, actions: Actions): unknown {
  if (state.guideHidden || state.draft.kind === 'command' || state.channelId === null) return nothing;
  const shown = chips(state, actions).map(({ step, label, does }): TemplateResult => {
    const done = state.stepsDone.has(step);
    return html`<li>
      <button type="button" class="guide-chip ${done ? 'is-done' : ''}" data-step=${step} @click=${does}>
        ${done ? icon('tick') : nothing}${label}${done ? html`<span class="for-readers"> (done)</span>` : nothing}
      </button>
    </li>`;
  });
  return html`<section class="guide" aria-label="Things to try">
    <h2>Try</h2>
    <ul>${shown}</ul>
    <button type="button" class="icon-button" aria-label="Hide these suggestions" @click=${() => actions.appearance.setGuideHidden(true)}>
      ${icon('close')}
    </button>
  </section>`;
}
