import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type CommandInteractionOption,
} from 'discord.js';
import { USUAL_SETTINGS } from '../domain/settings.ts';
import { UserError } from './user-error.ts';
import { numberText } from './views/numbers.ts';

type Given = Pick<CommandInteractionOption, 'name' | 'value'>;

const number = (value: number) => numberText(value, { settings: USUAL_SETTINGS });

function boundsText(name: string, least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `**${name}** takes at most ${number(most ?? 0)}.`;
  if (most === undefined) return `**${name}** takes at least ${number(least)}.`;
  return `**${name}** takes ${number(least)} to ${number(most)}.`;
}

function problemOf(option: APIApplicationCommandBasicOption, value: Given['value']): string | null {
  const { name } = option;
  const choices: readonly { readonly value: unknown }[] =
    ('choices' in option ? option.choices : undefined) ?? [];
  if (choices.length > 0 && choices.every((choice) => choice.value !== value)) {
    return `Pick one of the choices of **${name}**.`;
  }
  switch (option.type) {
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number: {
      const { min_value: least, max_value: most } = option;
      if (typeof value !== 'number') return null;
      const isWithin = value >= (least ?? -Infinity) && value <= (most ?? Infinity);
      return isWithin ? null : boundsText(name, least, most);
    }
    case ApplicationCommandOptionType.String: {
      const { max_length: most } = option;
      const isLong = typeof value === 'string' && most !== undefined && value.length > most;
      return isLong ? `**${name}** takes at most ${number(most)} characters.` : null;
    }
    default:
      return null;
  }
}

/**
 * Holds what was given to what the command says of its options. Discord's clients do that, and others need not.
 * @throws UserError that names the first option outside its bounds
 */
export function demandWithinBounds(
  options: readonly APIApplicationCommandBasicOption[],
  given: readonly Given[],
): void {
  for (const { name, value } of given) {
    const option = options.find((one) => one.name === name);
    const problem = option === undefined ? null : problemOf(option, value);
    if (problem !== null) throw new UserError(problem);
  }
}
