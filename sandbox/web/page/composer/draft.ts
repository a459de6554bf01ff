import type { OptionValues, PickedFile } from '../../contract.ts';
import type { CommandEntry, Option } from './entries.ts';
import { type Choice, type OptionInput, readOption } from './option-value.ts';

export interface CommandDraft {
  readonly kind: 'command';
  readonly entry: CommandEntry;
  /** The options that have a chip, in the order in which they were added. */
  readonly inputs: readonly OptionInput[];
  /** The option that is being filled in, or `null` for the input behind all chips. */
  readonly at: string | null;
  /** The text behind all chips, which searches for one more option. */
  readonly more: string;
  /** Problems of options by name, found by the last attempt to send. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The contents of the message box. */
export type Draft = { readonly kind: 'text'; readonly text: string } | CommandDraft;

export const EMPTY_DRAFT: Draft = { kind: 'text', text: '' };

function emptyInput(name: string): OptionInput {
  return { name, typed: '', picked: null };
}

/** The first required option that is still empty, else the input behind all. */
function nextPlace(entry: CommandEntry, inputs: readonly OptionInput[]): string | null {
  const open = inputs.find(
    ({ name, typed }) =>
      typed === '' && entry.options.some((option) => option.name === name && option.required === true),
  );
  return open?.name ?? null;
}

/**
 * A draft of the chosen command, with its required options.
 * @param given initial values
 */
export function startCommand(
  entry: CommandEntry,
  given: Readonly<Record<string, Choice>> = {},
): CommandDraft {
  const inputs = entry.options
    .filter((option) => option.required === true || given[option.name] !== undefined)
    .map(({ name }): OptionInput => {
      const choice = given[name];
      return choice === undefined ? emptyInput(name) : { name, typed: choice.name, picked: choice };
    });
  return { kind: 'command', entry, inputs, at: nextPlace(entry, inputs), more: '', problems: new Map() };
}

function withInput(draft: CommandDraft, input: OptionInput): CommandDraft {
  const problems = new Map(draft.problems);
  problems.delete(input.name);
  return {
    ...draft,
    inputs: draft.inputs.map((former) => (former.name === input.name ? input : former)),
    problems,
  };
}

export function typeOption(draft: CommandDraft, name: string, typed: string): CommandDraft {
  return { ...withInput(draft, { name, typed, picked: null }), at: name };
}

/** Sets an option to a choice and moves on to the next empty one. */
export function pickChoice(draft: CommandDraft, name: string, choice: Choice): CommandDraft {
  const filled = withInput(draft, { name, typed: choice.name, picked: choice });
  return { ...filled, at: nextPlace(filled.entry, filled.inputs) };
}

/** Sets an option to a file and moves on to the next empty one. */
export function pickFile(draft: CommandDraft, name: string, file: PickedFile): CommandDraft {
  const filled = withInput(draft, { name, typed: file.name, picked: null, file });
  return { ...filled, at: nextPlace(filled.entry, filled.inputs) };
}

export function addOption(draft: CommandDraft, name: string): CommandDraft {
  if (draft.inputs.some((input) => input.name === name)) return { ...draft, at: name, more: '' };
  return { ...draft, inputs: [...draft.inputs, emptyInput(name)], at: name, more: '' };
}

/** Removes an option; a required one is emptied instead. The focus moves behind all. */
export function removeOption(draft: CommandDraft, name: string): CommandDraft {
  const option = draft.entry.options.find((candidate) => candidate.name === name);
  if (option?.required === true) return typeOption(draft, name, '');
  return { ...draft, inputs: draft.inputs.filter((input) => input.name !== name), at: null };
}

/** The options that can still be added. */
export function remainingOptions(draft: CommandDraft): readonly Option[] {
  return draft.entry.options.filter(({ name }) => !draft.inputs.some((input) => input.name === name));
}

interface Read {
  readonly values: OptionValues;
  readonly files: Readonly<Record<string, PickedFile>>;
}

/**
 * The values and files to send, or the draft with its problems, at the first of them.
 * @param choicesOf the accepted choices of an option, or `null` for free text
 */
export function readDraft(
  draft: CommandDraft,
  choicesOf: (option: Option) => readonly Choice[] | null,
): Read | { readonly draft: CommandDraft } {
  const values: Record<string, string | number | boolean> = {};
  const files: Record<string, PickedFile> = {};
  const problems = new Map<string, string>();
  for (const input of draft.inputs) {
    const option = draft.entry.options.find(({ name }) => name === input.name);
    if (option === undefined) continue;
    const read = readOption(option, input, choicesOf(option));
    if (read.is === 'value') values[input.name] = read.value;
    if (read.is === 'file') files[input.name] = read.file;
    if (read.is === 'problem') problems.set(input.name, read.why);
  }
  const [first] = problems.keys();
  return first === undefined ? { values, files } : { draft: { ...draft, problems, at: first } };
}

/** The values of the other options as far as they are valid, for the bot's autocompletion. */
export function otherValues(
  draft: CommandDraft,
  focused: string,
  choicesOf: (option: Option) => readonly Choice[] | null,
): OptionValues {
  const others = { ...draft, inputs: draft.inputs.filter(({ name }) => name !== focused) };
  const values: Record<string, string | number | boolean> = {};
  for (const input of others.inputs) {
    const option = draft.entry.options.find(({ name }) => name === input.name);
    const read = option === undefined ? null : readOption(option, input, choicesOf(option));
    if (read?.is === 'value') values[input.name] = read.value;
  }
  return values;
}
