import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';
import type { GivenOption } from './interactions/payload.ts';
import { UserError } from './user-error.ts';

type Given = Pick<GivenOption, 'name' | 'value'>;

type InteractionMessages = Messages['interactions'];

function boundsText(
  name: string,
  min: number | undefined,
  max: number | undefined,
  words: InteractionMessages,
): string {
  if (min === undefined) return words.atMost(name, max ?? 0);
  return max === undefined ? words.atLeast(name, min) : words.between(name, min, max);
}

/** Describes what is wrong with the value; `null` if it is within the option's bounds. */
function problemOf(
  option: APIApplicationCommandBasicOption,
  value: Given['value'],
): ((words: InteractionMessages) => string) | null {
  const { name } = option;
  const choices: readonly { readonly value: unknown }[] =
    ('choices' in option ? option.choices : undefined) ?? [];
  if (choices.length > 0 && choices.every((choice) => choice.value !== value)) {
    return (words) => words.notAChoice(name);
  }
  switch (option.type) {
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number: {
      const { min_value: min, max_value: max } = option;
      if (typeof value !== 'number') return null;
      const isWithin = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
      return isWithin ? null : (words) => boundsText(name, min, max, words);
    }
    case ApplicationCommandOptionType.String: {
      const { max_length: max } = option;
      const isLong = typeof value === 'string' && max !== undefined && value.length > max;
      return isLong ? (words) => words.tooLong(name, max) : null;
    }
    default:
      return null;
  }
}

/**
 * Checks option values against the command's definition. Discord's own clients do so too; other clients may not.
 * @throws UserError that names the first option out of bounds
 */
export function requireWithinBounds(
  options: readonly APIApplicationCommandBasicOption[],
  given: readonly Given[],
): void {
  for (const { name, value } of given) {
    const option = options.find((one) => one.name === name);
    const problem = option === undefined ? null : problemOf(option, value);
    if (problem !== null) throw new UserError(({ interactions }) => problem(interactions));
  }
}
