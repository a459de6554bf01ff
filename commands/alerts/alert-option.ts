import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';

/** The option for an alert; parsed by `resolveSubscription`. */
export const alertOption = ({ alertCommands }: Messages): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.String,
  name: 'alert',
  description: alertCommands.alert,
  required: true,
  autocomplete: true,
  max_length: 100,
});
