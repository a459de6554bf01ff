import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from './act/actions.ts';
import { commandEntries } from './composer/entries.ts';
import { icon } from './icon.ts';
import type { State, Step } from './state.ts';

interface Chip {
  readonly step: Step;
  readonly label: string;
  readonly does: () => void;
}

const happenings = (steering: Actions['steering']): readonly Chip[] => [
  { step: 'sweep', label: 'Cause a sweep', does: () => void steering.cause('sweep') },
  { step: 'auction', label: 'One-minute auction', does: () => void steering.cause('auction') },
];

function chips(state: State, { composing, steering }: Actions): readonly Chip[] {
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
            composing.start('alerts add', { channel: { name: `#${channel.name}`, value: channel.id } }),
        }
      : null,
    lookup === undefined
      ? null
      : {
          step: 'lookup',
          label: lookup === 'token' ? 'Look up a token' : 'Look up a collection',
          does: () => composing.start(lookup),
        },
    ...(state.steered ? happenings(steering) : []),
  ];
  return all.filter((chip) => chip !== null);
}

/** What a newcomer may try, above the message box; one click fills the box or makes it happen. */
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
    <button type="button" class="icon-button" aria-label="Hide these suggestions" @click=${() => actions.appearing.setGuideHidden(true)}>
      ${icon('close')}
    </button>
  </section>`;
}
