import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';

/** The option for a collection; parsed by `resolveCollection`. */
export function collectionOption(
  required: boolean,
  { collection: words }: Messages,
): APIApplicationCommandBasicOption {
  return {
    type: ApplicationCommandOptionType.String,
    name: 'collection',
    description: required ? words.option : words.optionOrEverything,
    required,
    autocomplete: true,
    max_length: 200,
  };
}
