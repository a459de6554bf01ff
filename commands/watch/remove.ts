import type { Subcommand } from '../../src/discord/command.ts';
import { changeWatches, namedWatches } from './own.ts';
import { watchChoices, watchOption } from './watch-choices.ts';

/** `/watch remove`: removes watches of one's own. */
export const remove: Subcommand = {
  name: 'remove',
  definition: (messages) => ({
    description: messages.watches.removeDescription,
    options: [watchOption(messages)],
  }),
  example: 'watch:3',
  answerTo: 'asker',
  async execute(interaction, context) {
    const named = await namedWatches(interaction.options.getString('watch', true), context);
    await changeWatches('remove', named, context);
    return { content: context.services.view.messages.watches.removed(named.length) };
  },
  autocomplete: (interaction, services, typist) =>
    watchChoices(interaction.options.getFocused().value, services, typist),
};
