import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Actions } from '../act/actions.ts';
import { locationOf, prefixedName } from '../channel-locations.ts';
import { icon } from '../icon.ts';
import type { State } from '../state.ts';
import { type CommandDraft, remainingOptions } from './draft.ts';
import { entitiesOf } from './entities.ts';
import { commandEntries } from './entries.ts';
import { type Menu, menuOf } from './menu.ts';
import { itemId, MENU_ID, menuShown } from './menu-view.ts';
import { OPTION_TYPES, type OptionInput } from './option-value.ts';

interface Field {
  readonly focusName: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly hasFocus: boolean;
  readonly problem: string | null;
  readonly typed: (text: string) => void;
  readonly focused: () => void;
}

function valueOf(event: Event): string {
  return event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : '';
}

function field(shown: Field, menu: Menu | null, active: number): TemplateResult {
  const open = shown.hasFocus && menu !== null;
  return html`<input
    type="text"
    autocomplete="off"
    spellcheck="false"
    role="combobox"
    data-focus=${shown.focusName}
    aria-label=${shown.label}
    aria-autocomplete="list"
    aria-expanded=${open && menu.items.length > 0 ? 'true' : 'false'}
    aria-controls=${open ? MENU_ID : nothing}
    aria-activedescendant=${open && active >= 0 && menu.items.length > 0 ? itemId(active) : nothing}
    aria-invalid=${shown.problem === null ? nothing : 'true'}
    placeholder=${shown.placeholder}
    size=${Math.max(1, shown.value.length + 1, shown.placeholder.length)}
    .value=${live(shown.value)}
    @input=${(event: Event) => shown.typed(valueOf(event))}
    @focus=${shown.focused}
  />`;
}

/** The browser's file input, showing the picked file's name. */
function fileField({ focusName, label, value, problem, focused }: Field, picked: (file: File) => void) {
  return html`<span class="chip-file">${icon('file')}${value === '' ? 'Choose a file' : value}</span>
    <input
      type="file"
      class="chip-picker"
      data-focus=${focusName}
      aria-label=${value === '' ? label : `${label}: ${value}`}
      aria-invalid=${problem === null ? nothing : 'true'}
      @focus=${focused}
      @change=${({ currentTarget }: Event) => {
        const file = currentTarget instanceof HTMLInputElement ? currentTarget.files?.[0] : undefined;
        if (file !== undefined) picked(file);
      }}
    />`;
}

/** Keys that the browser's file input handles. */
function opensPicker({ type }: HTMLInputElement, key: string): boolean {
  return type === 'file' && (key === 'Enter' || key === ' ');
}

function chip(
  input: OptionInput,
  draft: CommandDraft,
  menu: Menu | null,
  state: State,
  { composerActions }: Actions,
): TemplateResult {
  const { name, typed } = input;
  const option = draft.entry.options.find((candidate) => candidate.name === name);
  const problem = draft.problems.get(name) ?? null;
  const required = option?.required === true;
  const shown: Field = {
    focusName: `option-${name}`,
    label: `${name}: ${option?.description ?? ''}${required ? ' (required)' : ''}`,
    value: typed,
    placeholder: '',
    hasFocus: draft.at === name,
    problem,
    typed: (text) => composerActions.typeOption(name, text),
    focused: () => composerActions.goTo(name),
  };
  const takesFile = option?.type === OPTION_TYPES.attachment;
  return html`<label class="chip ${problem === null ? '' : 'has-problem'}">
    <span class="chip-name">${name}</span>${
      takesFile
        ? fileField(shown, (file) => void composerActions.pickFile(name, file))
        : field(shown, menu, state.suggestions.active)
    }
    ${
      required
        ? nothing
        : html`<button type="button" class="chip-remove" tabindex="-1" aria-label=${`Remove ${name}`} @click=${() => composerActions.removeOption(name)}>${icon('close')}</button>`
    }
  </label>`;
}

function commandFields(draft: CommandDraft, menu: Menu | null, state: State, actions: Actions) {
  const { composerActions } = actions;
  const remaining = remainingOptions(draft).length;
  const more: Field = {
    focusName: 'composer-more',
    label: remaining === 0 ? 'Enter sends the command' : 'More options; Enter sends the command',
    value: draft.more,
    placeholder: remaining === 0 ? '' : `+${remaining} optional`,
    hasFocus: draft.at === null,
    problem: null,
    typed: (text) => composerActions.typeMore(text),
    focused: () => composerActions.goTo(null),
  };
  return html`<span class="command-name">/${draft.entry.name}</span>
    ${repeat(
      draft.inputs,
      ({ name }) => name,
      (input) => chip(input, draft, menu, state, actions),
    )}
    ${field(more, menu, state.suggestions.active)}`;
}

function textField(
  text: string,
  menu: Menu | null,
  state: State,
  { composerActions }: Actions,
): TemplateResult {
  const name = prefixedName(locationOf(state.world, state.channelId)?.channel);
  const shown: Field = {
    focusName: 'composer',
    label: `Message ${name}; a slash lists the commands`,
    value: text,
    placeholder: `Message ${name}${state.narrow ? '' : ' (type / for commands)'}`,
    hasFocus: true,
    problem: null,
    typed: (typed) => composerActions.typeText(typed),
    focused: () => {
      if (text.startsWith('/')) composerActions.typeText(text);
    },
  };
  return field(shown, menu, state.suggestions.active);
}

function firstProblem(draft: CommandDraft): unknown {
  const [problem] = draft.problems;
  return problem === undefined
    ? nothing
    : html`<p class="composer-problem" role="alert"><b>${problem[0]}</b> ${problem[1]}</p>`;
}

/** The message box with its menu of commands, options and choices. */
export function composer(state: State, actions: Actions): TemplateResult {
  const { composerActions } = actions;
  const { draft, suggestions, world, guildId } = state;
  const menu = menuOf(draft, suggestions, commandEntries(state.commands), entitiesOf(world, guildId));
  const channel = locationOf(world, state.channelId)?.channel;
  if (world !== null && state.channelId === null) return html``;
  if (channel !== undefined && !channel.canSend)
    return html`<p class="composer-closed">${
      channel.archived
        ? 'This thread is archived, and takes no commands.'
        : 'You do not have permission to send messages in this channel.'
    }</p>`;
  return html`<form
    class="composer"
    aria-label="Message box"
    @submit=${(event: Event) => {
      event.preventDefault();
      composerActions.send();
    }}
    @keydown=${(event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLInputElement && !opensPicker(event.target, event.key);
      if (inField && !event.isComposing && composerActions.key(event.key, event.shiftKey))
        event.preventDefault();
    }}
    @focusout=${({ currentTarget }: FocusEvent) => {
      // The field that had the focus may just have been replaced by the one that gets it.
      setTimeout(() => {
        const within = currentTarget instanceof Node && currentTarget.contains(document.activeElement);
        if (!within) composerActions.closeMenu();
      });
    }}
  >
    ${menuShown(menu, suggestions.active, (item) => composerActions.choose(item))}
    ${draft.kind === 'command' ? firstProblem(draft) : nothing}
    <div class="composer-box">
      ${
        draft.kind === 'command'
          ? html`<div class="composer-fields">${commandFields(draft, menu, state, actions)}</div>`
          : html`<button type="button" class="icon-button" aria-label="Show commands" @mousedown=${(event: Event) => event.preventDefault()} @click=${() => composerActions.start('')}>${icon('slash')}</button>
            <div class="composer-fields">${textField(draft.text, menu, state, actions)}</div>`
      }
      <button class="icon-button send" aria-label="Send">${icon('send')}</button>
    </div>
  </form>`;
}
