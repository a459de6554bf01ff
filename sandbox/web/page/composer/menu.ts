import type { CommandDraft, Draft } from './draft.ts';
import { remainingOptions } from './draft.ts';
import { closedChoices, type Entities } from './entities.ts';
import { type CommandEntry, matchingEntries } from './entries.ts';
import type { Choice } from './option-value.ts';

/** The bot's choices for an option with autocompletion. */
export interface Found {
  readonly option: string;
  readonly typed: string;
  readonly state: 'loading' | 'there' | 'failed';
  readonly choices: readonly Choice[];
}

/** The menu above the message box, as far as it is state; the rest is derived from the draft. */
export interface Suggestions {
  readonly open: boolean;
  /** Index of the highlighted item, or -1. */
  readonly active: number;
  readonly found: Found | null;
}

export interface MenuItem {
  readonly label: string;
  readonly detail: string;
  readonly does:
    | { readonly type: 'command'; readonly entry: CommandEntry }
    | { readonly type: 'choice'; readonly choice: Choice }
    | { readonly type: 'option'; readonly name: string };
}

export interface Menu {
  readonly title: string;
  readonly items: readonly MenuItem[];
  /** Shown in place of items. */
  readonly hint: string | null;
}

/** Discord shows 25 choices. */
const MAX_CHOICES = 25;

function choiceItems(choices: readonly Choice[]): readonly MenuItem[] {
  return choices
    .slice(0, MAX_CHOICES)
    .map((choice) => ({ label: choice.name, detail: '', does: { type: 'choice', choice } }));
}

function fitting(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase().replace(/^[#@]/, '');
  return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function commandMenu(entries: readonly CommandEntry[], text: string): Menu {
  const items = matchingEntries(entries, text.slice(1)).map(
    (entry): MenuItem => ({
      label: `/${entry.name}`,
      detail: entry.description,
      does: { type: 'command', entry },
    }),
  );
  return { title: 'Gavel', items, hint: items.length === 0 ? 'There is no such command here.' : null };
}

function moreMenu(draft: CommandDraft): Menu | null {
  const items = remainingOptions(draft)
    .filter(({ name }) => name.includes(draft.more.trim().toLowerCase()))
    .map(
      ({ name, description }): MenuItem => ({
        label: name,
        detail: description,
        does: { type: 'option', name },
      }),
    );
  return items.length === 0 ? null : { title: 'Options', items, hint: null };
}

function optionMenu(draft: CommandDraft, at: string, found: Found | null, entities: Entities): Menu | null {
  const option = draft.entry.options.find(({ name }) => name === at);
  const input = draft.inputs.find(({ name }) => name === at);
  if (option === undefined || input === undefined) return null;
  const title = `${option.name} · ${option.description}`;
  const closed = closedChoices(option, entities);
  if (closed !== null) {
    const items = choiceItems(input.picked === null ? fitting(closed, input.typed) : closed);
    return { title, items, hint: items.length === 0 ? 'Nothing matches what you typed.' : null };
  }
  if (!('autocomplete' in option) || !option.autocomplete) return { title, items: [], hint: null };
  if (found === null || found.option !== at) return { title, items: [], hint: 'Loading options…' };
  if (found.state === 'failed') return { title, items: [], hint: 'Loading options failed.' };
  // Choices that were found for a shorter text are filtered by the present one.
  const waiting = found.state === 'loading';
  const items = choiceItems(waiting ? fitting(found.choices, input.typed) : found.choices);
  if (waiting && items.length === 0) return { title, items, hint: 'Loading options…' };
  return { title, items, hint: items.length === 0 ? 'No options match your search.' : null };
}

/** The menu for the contents of the message box, or `null` for none. */
export function menuOf(
  draft: Draft,
  suggestions: Suggestions,
  entries: readonly CommandEntry[],
  entities: Entities,
): Menu | null {
  if (!suggestions.open) return null;
  if (draft.kind === 'text') return draft.text.startsWith('/') ? commandMenu(entries, draft.text) : null;
  return draft.at === null ? moreMenu(draft) : optionMenu(draft, draft.at, suggestions.found, entities);
}

/** The item that is highlighted when the menu opens: none where Enter should rather send. */
export function firstActive(draft: Draft): number {
  if (draft.kind === 'text') return 0;
  if (draft.at === null) return -1;
  return draft.inputs.find(({ name }) => name === draft.at)?.picked === null ? 0 : -1;
}
