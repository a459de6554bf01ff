import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';
import { alertOption } from './alert-option.ts';

/** The option for one alert, or all of a channel; parsed by `resolveSubscriptions`. */
export const alertSetOption = (messages: Messages): APIApplicationCommandBasicOption => ({
  ...alertOption(messages),
  description: messages.alertCommands.alertOrChannel,
});
