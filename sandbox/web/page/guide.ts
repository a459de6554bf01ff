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

/** The condition of `/watch add` for being outbid. */
const OUTBID = { name: 'Wallet: Is outbid', value: 'wallet.outbid' } as const;

/** A step that the panel causes; none without a panel. */
function causeChip(
  step: 'auction' | 'outbid',
  label: string,
  { steered }: State,
  panelActions: PanelActions,
): Chip | null {
  return steered ? { step, label, does: () => void panelActions.cause(step) } : null;
}

/** What to try, in this order: set an alert up, see an auction, watch a wallet, and be outbid. */
function chips(state: State, { composerActions, panelActions }: Actions): readonly Chip[] {
  const names = new Set(commandEntries(state.commands).map(({ name }) => name));
  const channel = state.world?.guilds
    .flatMap(({ channels }) => channels)
    .find(({ id }) => id === state.channelId);
  const wallet = state.control?.suggestedWallet ?? null;
  const all: (Chip | null)[] = [
    names.has('alerts add') && channel !== undefined
      ? {
          step: 'subscribe',
          label: 'Add an alert',
          does: () =>
            composerActions.start('alerts add', { channel: { name: `#${channel.name}`, value: channel.id } }),
        }
      : null,
    causeChip('auction', 'Start an auction', state, panelActions),
    names.has('watch add')
      ? {
          step: 'watch',
          label: 'Watch a bidder',
          does: () =>
            composerActions.start('watch add', {
              when: OUTBID,
              ...(wallet === null ? {} : { what: { name: wallet, value: wallet } }),
            }),
        }
      : null,
    causeChip('outbid', 'Get outbid', state, panelActions),
  ];
  return all.filter((chip) => chip !== null);
}

/** Suggestions for newcomers above the message box; a click fills the box or causes an event. */
export function guide(state: State, actions: Actions): unknown {
  if (state.guideHidden || state.draft.kind === 'command' || state.channelId === null) return nothing;
  const all = chips(state, actions);
  const next = all.find(({ step }) => !state.stepsDone.has(step))?.step;
  const shown = all.map(({ step, label, does }): TemplateResult => {
    const done = state.stepsDone.has(step);
    const looks = done ? 'is-done' : step === next ? 'is-next' : '';
    return html`<li>
      <button type="button" class="guide-chip ${looks}" data-step=${step} aria-current=${step === next ? 'step' : nothing} @click=${does}>
        ${done ? icon('tick') : nothing}${label}${done ? html`<span class="for-readers"> (done)</span>` : nothing}
      </button>
    </li>`;
  });
  return html`<section class="guide" aria-label="Things to try">
    <h2>Try</h2>
    <ol>${shown}</ol>
    <button type="button" class="icon-button" aria-label="Hide these suggestions" @click=${() => actions.appearance.setGuideHidden(true)}>
      ${icon('close')}
    </button>
  </section>`;
}
