import { html, nothing, type TemplateResult } from 'lit-html';
import type { SelectActions } from '../act/select-actions.ts';
import { icon } from '../icon.ts';
import type { OpenSelect, SelectChoice } from './open-select.ts';
import type { SelectView } from './shown-select.ts';

const listId = (key: string): string => `select-${key.replaceAll(/[^\w-]/g, '-')}`;
const choiceId = (key: string, index: number): string => `${listId(key)}-${index}`;

function choiceShown(
  { value, label, description, emoji }: SelectChoice,
  index: number,
  view: SelectView,
  open: OpenSelect,
  actions: SelectActions,
): TemplateResult {
  const picked = open.picked.includes(value);
  return html`<li
    id=${choiceId(view.key, index)}
    role="option"
    class="select-choice ${index === open.active ? 'is-active' : ''}"
    aria-selected=${picked ? 'true' : 'false'}
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${() => actions.press(view, value)}
  >
    ${emoji === undefined ? nothing : html`<span class="select-emoji" aria-hidden="true">${emoji}</span>`}
    <span class="select-words">
      <span class="select-label">${label}</span>
      ${description === undefined ? nothing : html`<span class="select-description">${description}</span>`}
    </span>
    ${
      view.max > 1
        ? html`<span class="select-box ${picked ? 'is-picked' : ''}" aria-hidden="true">${picked ? icon('tick') : nothing}</span>`
        : picked
          ? html`<span class="select-dot" aria-hidden="true">${icon('tick')}</span>`
          : nothing
    }
  </li>`;
}

function list(view: SelectView, open: OpenSelect, actions: SelectActions): TemplateResult {
  const { key, choices, label, max } = view;
  return html`<ul
    id=${listId(key)}
    class="select-list"
    popover="manual"
    role="listbox"
    data-select-list=${key}
    aria-label=${label}
    aria-multiselectable=${max > 1 ? 'true' : nothing}
  >
    ${choices.map((choice, index) => choiceShown(choice, index, view, open, actions))}
    ${choices.length === 0 ? html`<li class="select-none" role="option" aria-selected="false" aria-disabled="true">Nothing to choose from</li>` : nothing}
  </ul>`;
}

function face(view: SelectView, picked: readonly string[]): unknown {
  if (view.face !== undefined) return view.face;
  const chosen = view.choices.filter(({ value }) => picked.includes(value));
  if (chosen.length === 0) return html`<span class="select-placeholder">${view.placeholder}</span>`;
  if (view.max > 1)
    return html`<span class="select-chips">${chosen.map(({ label }) => html`<span class="select-chip">${label}</span>`)}</span>`;
  return html`<span class="select-face">${chosen.map(
    ({ emoji, label }) =>
      html`${emoji === undefined ? nothing : html`<span aria-hidden="true">${emoji} </span>`}${label}`,
  )}</span>`;
}

/** A select menu as in Discord: a field that opens a list above everything else. The focus stays on the field. */
export function selectView(
  view: SelectView,
  open: OpenSelect | null,
  actions: SelectActions,
): TemplateResult {
  const { key, label, disabled, waiting, required } = view;
  const shown = open?.key === key ? open : null;
  return html`<button
      type="button"
      class="select ${shown === null ? '' : 'is-open'}"
      role="combobox"
      data-select=${key}
      aria-label=${label}
      aria-haspopup="listbox"
      aria-expanded=${shown === null ? 'false' : 'true'}
      aria-controls=${shown === null ? nothing : listId(key)}
      aria-activedescendant=${shown === null || shown.active < 0 ? nothing : choiceId(key, shown.active)}
      aria-required=${required === true ? 'true' : nothing}
      aria-busy=${waiting ? 'true' : nothing}
      ?disabled=${disabled}
      @click=${() => actions.toggle(view)}
      @keydown=${(event: KeyboardEvent) => {
        const { ctrlKey, altKey, metaKey, timeStamp } = event;
        if (ctrlKey || altKey || metaKey || !actions.key(view, event.key, timeStamp)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      @keyup=${(event: KeyboardEvent) => {
        // The space bar was handled when it went down; a browser would also click when it comes up.
        if (event.key === ' ') event.preventDefault();
      }}
      >${face(view, shown?.picked ?? view.chosen)}${icon('expand')}</button
    >${shown === null ? nothing : list(view, shown, actions)}`;
}
