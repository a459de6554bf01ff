import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';

/** The user to look up; parsed by `resolveUser`. */
export const whoOption = ({ profile: words }: Messages): APIApplicationCommandStringOption => ({
  type: ApplicationCommandOptionType.String,
  name: 'who',
  description: words.whoOption,
  required: true,
  max_length: 300,
});
