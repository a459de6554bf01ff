import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';

/** The option that says which subscription; `namedSubscription` reads it. */
export const subscriptionOption: APIApplicationCommandBasicOption = {
  type: ApplicationCommandOptionType.String,
  name: 'subscription',
  description: 'The alert’s number, as in /alerts list',
  required: true,
  autocomplete: true,
  max_length: 100,
};
