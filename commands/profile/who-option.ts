import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord.js';

/** Who is looked up; `namedPerson` reads it. */
export const whoOption: APIApplicationCommandStringOption = {
  type: ApplicationCommandOptionType.String,
  name: 'who',
  description: 'Wallet address, name, or the address of their profile',
  required: true,
  max_length: 300,
};
