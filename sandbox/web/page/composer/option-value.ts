import type { PickedFile } from '../../contract.ts';
import type { Option } from './entries.ts';

/** Discord docs: Application Command Option Type. */
export const OPTION_TYPES = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

/** Something that can be chosen for an option. */
export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

/** A user's input for an option: the displayed text, and the choice behind it where they chose one. */
export interface OptionInput {
  readonly name: string;
  readonly typed: string;
  readonly picked: Choice | null;
  /** For file options. */
  readonly file?: PickedFile;
}

export type ReadOption =
  | { readonly is: 'value'; readonly value: string | number | boolean }
  | { readonly is: 'file'; readonly file: PickedFile }
  | { readonly is: 'empty' }
  | { readonly is: 'problem'; readonly why: string };

function fromChoices(input: OptionInput, choices: readonly Choice[]): ReadOption {
  const typed = input.typed.trim().replace(/^[#@]/, '').toLowerCase();
  const named = choices.find(({ name }) => name.replace(/^[#@]/, '').toLowerCase() === typed);
  return named === undefined
    ? { is: 'problem', why: 'Choose one from the list.' }
    : { is: 'value', value: named.value };
}

function numberFrom(option: Option, typed: string): ReadOption {
  const value = Number(typed);
  const whole = option.type === OPTION_TYPES.integer;
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value)))
    return { is: 'problem', why: whole ? 'Input a valid integer.' : 'Input a valid number.' };
  const least = 'min_value' in option ? option.min_value : undefined;
  const most = 'max_value' in option ? option.max_value : undefined;
  if (least !== undefined && value < least) return { is: 'problem', why: `The least is ${least}.` };
  if (most !== undefined && value > most) return { is: 'problem', why: `The most is ${most}.` };
  return { is: 'value', value };
}

function textFrom(option: Option, typed: string): ReadOption {
  const least = 'min_length' in option ? (option.min_length ?? 0) : 0;
  const most = 'max_length' in option ? (option.max_length ?? 6_000) : 6_000;
  if (typed.length < least) return { is: 'problem', why: `At least ${least} characters.` };
  if (typed.length > most) return { is: 'problem', why: `At most ${most} characters.` };
  return { is: 'value', value: typed };
}

function requiredWords({ type }: Option): string {
  const what = type === OPTION_TYPES.attachment ? 'Choose a file' : 'Specify a value';
  return `This option is required. ${what}.`;
}

/**
 * The value of an option, validated as Discord's own client does before sending.
 * @param choices the accepted values: fixed choices, channels, roles, users; `null` for free text
 */
export function readOption(
  option: Option,
  input: OptionInput,
  choices: readonly Choice[] | null,
): ReadOption {
  if (input.file !== undefined) return { is: 'file', file: input.file };
  if (input.picked !== null) {
    const { value } = input.picked;
    return { is: 'value', value: option.type === OPTION_TYPES.boolean ? value === 'true' : value };
  }
  if (input.typed.trim() === '') {
    return option.required === true ? { is: 'problem', why: requiredWords(option) } : { is: 'empty' };
  }
  if (choices !== null) {
    const read = fromChoices(input, choices);
    if (option.type !== OPTION_TYPES.boolean || read.is !== 'value') return read;
    return { is: 'value', value: read.value === 'true' };
  }
  if (option.type === OPTION_TYPES.integer || option.type === OPTION_TYPES.number)
    return numberFrom(option, input.typed.trim());
  return textFrom(option, input.typed);
}
