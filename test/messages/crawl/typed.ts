import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { Choosable } from './steps.ts';

type Value = OptionValues[string];

/** What is typed into options of text that are read as something, by name. */
export interface TypedTexts {
  readonly [option: string]: readonly string[];
}

/** Text that no option can read. */
export const NONSENSE = '¿¡';

/** The texts, cut to the length that the option takes, as Discord cuts them. */
export function textsFor(option: APIApplicationCommandBasicOption, texts: TypedTexts): readonly string[] {
  const most = 'max_length' in option ? option.max_length : undefined;
  return (texts[option.name] ?? []).map((text) => text.slice(0, most));
}

function valuesOf(
  option: APIApplicationCommandBasicOption,
  texts: TypedTexts,
  of: Choosable,
): readonly Value[] {
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  if (choices.length > 0) return choices.map(({ value }) => value);
  switch (option.type) {
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      return [...new Set([option.min_value ?? 1, 7, option.max_value ?? 100])];
    case ApplicationCommandOptionType.Boolean:
      return [true, false];
    case ApplicationCommandOptionType.Channel:
      return [
        option.channel_types?.includes(ChannelType.GuildVoice) === true ? of.voiceChannelId : of.channelId,
      ];
    case ApplicationCommandOptionType.Role:
      return [of.roleId];
    case ApplicationCommandOptionType.User:
      return [of.userId];
    case ApplicationCommandOptionType.Attachment:
      return of.files;
    default: {
      const typed = textsFor(option, texts);
      return [...(typed.length === 0 ? ['1'] : typed), NONSENSE];
    }
  }
}

/** Options of a command in every way that is worth trying: the required ones alone, then with each value of each other. */
export function typedInto(
  options: readonly APIApplicationCommandBasicOption[],
  texts: TypedTexts,
  of: Choosable,
): readonly OptionValues[] {
  const first = (option: APIApplicationCommandBasicOption): readonly [string, Value] => [
    option.name,
    valuesOf(option, texts, of)[0],
  ];
  const required = Object.fromEntries(options.filter((option) => option.required === true).map(first));
  // Some options mean nothing without the collection that they are of.
  const collection = options.find(({ name }) => name === 'collection');
  const whole = { ...required, ...(collection === undefined ? {} : Object.fromEntries([first(collection)])) };
  return [
    required,
    ...options.flatMap((option) =>
      valuesOf(option, texts, of).map((value) => ({ ...whole, [option.name]: value })),
    ),
  ];
}
