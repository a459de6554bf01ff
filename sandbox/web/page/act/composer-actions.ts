import type { Api } from '../api.ts';
import {
  addOption,
  type CommandDraft,
  type Draft,
  EMPTY_DRAFT,
  otherValues,
  pickChoice,
  pickFile,
  readDraft,
  removeOption,
  startCommand,
  typeOption,
} from '../composer/draft.ts';
import { closedChoices, entitiesOf } from '../composer/entities.ts';
import { commandEntries, type Option } from '../composer/entries.ts';
import { intentOf } from '../composer/keys.ts';
import { firstActive, type Menu, type MenuItem, menuOf } from '../composer/menu.ts';
import type { Choice } from '../composer/option-value.ts';
import type { Store } from '../store.ts';
import type { BotActions } from './bot-actions.ts';
import type { OutcomeDisplay } from './outcome-display.ts';
import { pickedFile } from './picked-file.ts';

/** Actions of the message box. */
export interface ComposerActions {
  typeText(text: string): void;
  typeOption(name: string, typed: string): void;
  typeMore(typed: string): void;
  /** The focus moved to an option, or to the input behind all (`null`). */
  goTo(name: string | null): void;
  pickFile(name: string, file: File): Promise<void>;
  removeOption(name: string): void;
  choose(item: MenuItem): void;
  closeMenu(): void;
  /** Whether the key was handled. */
  key(key: string, shift: boolean): boolean;
  send(): void;
  /** Moves the focus to the message box. */
  focus(): void;
  /** Puts a command into the box, with the given options filled in. */
  start(name: string, given?: Readonly<Record<string, Choice>>): void;
}

/** Pause in typing after which the bot is asked for choices. */
const DEBOUNCE_MS = 150;

export function createComposerActions(
  store: Store,
  api: Api,
  botActions: BotActions,
  outcomeDisplay: OutcomeDisplay,
): ComposerActions {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  function choicesOf(option: Option): readonly Choice[] | null {
    const { world, guildId } = store.get();
    return closedChoices(option, entitiesOf(world, guildId));
  }

  function menu(): Menu | null {
    const { draft, suggestions, commands, world, guildId } = store.get();
    return menuOf(draft, suggestions, commandEntries(commands), entitiesOf(world, guildId));
  }

  async function complete(draft: CommandDraft, option: string, typed: string): Promise<void> {
    asked += 1;
    const turn = asked;
    const { world, channelId } = store.get();
    if (world === null || channelId === null) return;
    const body = {
      as: world.me.id,
      channel: channelId,
      name: draft.entry.name,
      options: { ...otherValues(draft, option, choicesOf), [option]: typed },
      focused: option,
    };
    const found = await api.autocomplete(body).then(
      (choices) => ({ option, typed, state: 'there', choices }) as const,
      () => ({ option, typed, state: 'failed', choices: [] }) as const,
    );
    if (turn === asked) store.change({ suggestions: { ...store.get().suggestions, found } });
  }

  /** Asks the bot for choices when the present option has autocompletion. */
  function completeSoon(draft: Draft, delayMs: number): void {
    clearTimeout(timer);
    if (draft.kind !== 'command' || draft.at === null) return;
    const { at } = draft;
    const option = draft.entry.options.find(({ name }) => name === at);
    if (option === undefined || !('autocomplete' in option) || !option.autocomplete) return;
    const input = draft.inputs.find(({ name }) => name === at);
    const typed = input?.picked === null ? input.typed : '';
    const { suggestions } = store.get();
    const former = suggestions.found?.option === at ? suggestions.found.choices : [];
    const found = { option: at, typed, state: 'loading', choices: former } as const;
    store.change({ suggestions: { ...suggestions, found } });
    timer = setTimeout(() => void complete(draft, at, typed), delayMs);
  }

  function focusOn(draft: Draft): { readonly on: string; readonly turn: number } {
    const on =
      draft.kind === 'text' ? 'composer' : draft.at === null ? 'composer-more' : `option-${draft.at}`;
    return { on, turn: store.get().focus.turn + 1 };
  }

  /** Stores a new draft, with its menu and the next focus. */
  function put(draft: Draft, open = true): void {
    const found = null;
    store.change({ draft, suggestions: { open, active: firstActive(draft), found }, focus: focusOn(draft) });
    completeSoon(draft, 0);
  }

  function highlight(by: 1 | -1): void {
    const { suggestions } = store.get();
    const count = menu()?.items.length ?? 0;
    if (count === 0) return;
    const start = suggestions.active < 0 && by < 0 ? 0 : suggestions.active;
    store.change({ suggestions: { ...suggestions, active: (start + by + count) % count } });
  }

  const composerActions: ComposerActions = {
    typeText(text) {
      const draft: Draft = { kind: 'text', text };
      const named = /^\/(\S.*?) $/.exec(text)?.[1];
      const entry = commandEntries(store.get().commands).find(({ name }) => name === named);
      if (entry !== undefined) put(startCommand(entry));
      else store.change({ draft, suggestions: { open: text.startsWith('/'), active: 0, found: null } });
    },
    typeOption(name, typed) {
      const { draft, suggestions } = store.get();
      if (draft.kind !== 'command') return;
      const next = typeOption(draft, name, typed);
      store.change({ draft: next, suggestions: { ...suggestions, open: true, active: 0 } });
      completeSoon(next, DEBOUNCE_MS);
    },
    typeMore(typed) {
      const { draft } = store.get();
      if (draft.kind !== 'command') return;
      const active = typed === '' ? -1 : 0;
      store.change({
        draft: { ...draft, more: typed, at: null },
        suggestions: { open: true, active, found: null },
      });
    },
    goTo(name) {
      const { draft } = store.get();
      if (draft.kind !== 'command' || draft.at === name) return;
      const next = { ...draft, at: name };
      store.change({ draft: next, suggestions: { open: true, active: firstActive(next), found: null } });
      completeSoon(next, 0);
    },
    async pickFile(name, file) {
      const picked = await pickedFile(file);
      const { draft } = store.get();
      if (draft.kind === 'command') put(pickFile(draft, name, picked));
    },
    removeOption(name) {
      const { draft } = store.get();
      if (draft.kind === 'command') put(removeOption(draft, name));
    },
    choose({ does }) {
      const { draft } = store.get();
      if (does.type === 'command') put(startCommand(does.entry));
      else if (draft.kind === 'command' && does.type === 'option') put(addOption(draft, does.name));
      else if (draft.kind === 'command' && does.type === 'choice' && draft.at !== null)
        put(pickChoice(draft, draft.at, does.choice));
    },
    closeMenu() {
      const { suggestions } = store.get();
      if (suggestions.open) store.change({ suggestions: { ...suggestions, open: false } });
    },
    key(key, shift) {
      const { draft, suggestions } = store.get();
      const items = menu()?.items ?? [];
      const field = draft.kind === 'text' ? 'text' : draft.at === null ? 'more' : 'option';
      const typed =
        draft.kind === 'text'
          ? draft.text
          : draft.at === null
            ? draft.more
            : (draft.inputs.find(({ name }) => name === draft.at)?.typed ?? '');
      const intent = intentOf(key, shift, {
        menuOpen: menu() !== null,
        items: items.length,
        active: suggestions.active,
        empty: typed === '',
        field,
      });
      switch (intent) {
        case 'next':
          highlight(1);
          break;
        case 'previous':
          highlight(-1);
          break;
        case 'choose': {
          const item = items[suggestions.active];
          if (item !== undefined) composerActions.choose(item);
          break;
        }
        case 'send':
          composerActions.send();
          break;
        case 'close':
          composerActions.closeMenu();
          break;
        case 'leave':
          put(EMPTY_DRAFT, false);
          break;
        case 'remove':
          if (draft.kind === 'command' && draft.at !== null) {
            const required = draft.entry.options.find(({ name }) => name === draft.at)?.required === true;
            put(required ? { kind: 'text', text: `/${draft.entry.name}` } : removeOption(draft, draft.at));
          }
          break;
        case 'last-chip': {
          const last = draft.kind === 'command' ? draft.inputs.at(-1) : undefined;
          if (draft.kind === 'command')
            put(
              last === undefined
                ? { kind: 'text', text: `/${draft.entry.name}` }
                : { ...draft, at: last.name },
            );
          break;
        }
        case null:
          return false;
      }
      return true;
    },
    send() {
      const { draft } = store.get();
      if (draft.kind === 'text') {
        if (draft.text.trim() === '') return;
        outcomeDisplay.say('Only slash commands do something here. Type / to see them.');
        put(EMPTY_DRAFT, false);
        return;
      }
      const read = readDraft(draft, choicesOf);
      if ('draft' in read) {
        put(read.draft);
        return;
      }
      put(EMPTY_DRAFT, false);
      store.change({ atEnd: true, unseen: 0 });
      void botActions.run(draft.entry.name, read.values, read.files);
    },
    focus: () => store.change({ focus: focusOn(store.get().draft) }),
    start(name, given = {}) {
      const entry = commandEntries(store.get().commands).find((candidate) => candidate.name === name);
      if (entry === undefined) put({ kind: 'text', text: `/${name}` });
      else put(startCommand(entry, given));
    },
  };
  return composerActions;
}
