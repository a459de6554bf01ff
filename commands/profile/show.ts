import { answerUser } from '../../src/discord/answers/profile.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { resolveUser } from '../resolve-user.ts';
import { whoOption } from './who-option.ts';

/** `/profile show`: one user. */
export const show: Subcommand = {
  name: 'show',
  definition: (messages) => ({
    description: messages.profile.description,
    options: [whoOption(messages)],
  }),
  example: 'who:kalo',
  answerTo: 'members',
  async execute(interaction, context) {
    return answerUser(resolveUser(interaction.options.getString('who', true), context.services), context);
  },
};
