import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';

/** The option that says which collection; `namedCollection` reads it. */
export function collectionOption(required: boolean): APIApplicationCommandBasicOption {
  return {
    type: ApplicationCommandOptionType.String,
    name: 'collection',
    description: required ? 'Name, path or address' : 'Name, path or address; everything when left out',
    required,
    autocomplete: true,
    max_length: 200,
  };
}
