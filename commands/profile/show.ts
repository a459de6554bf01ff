import { answerPerson } from '../../src/discord/answers/profile.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { namedPerson } from '../named-person.ts';
import { whoOption } from './who-option.ts';

/** `/profile show`: one person at a glance. */
export const show: Subcommand = {
  definition: {
    name: 'show',
    description: 'Shows a person: what they own, trade and say of themselves',
    options: [whoOption],
  },
  example: 'who:kalo',
  answerTo: 'members',
  async execute(interaction, context) {
    return answerPerson(namedPerson(interaction.options.getString('who', true), context.services), context);
  },
};
