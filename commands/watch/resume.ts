import type { Subcommand } from '../../src/discord/command.ts';
import { changeWatches, namedWatches } from './own.ts';
import { watchChoices, watchOption } from './watch-choices.ts';

/** `/watch resume`: goes on with watches of one's own, and with direct messages that were refused. */
export const resume: Subcommand = {
  name: 'resume',
  definition: (messages) => ({
    description: messages.watches.resumeDescription,
    options: [watchOption(messages)],
  }),
  example: 'watch:3',
  answerTo: 'asker',
  async execute(interaction, context) {
    const named = await namedWatches(interaction.options.getString('watch', true), context);
    await changeWatches('resume', named, context);
    return { content: context.services.view.messages.watches.resumed(named.length) };
  },
  autocomplete: (interaction, services, typist) =>
    watchChoices(interaction.options.getFocused().value, services, typist),
};
