import type { Subcommand } from '../../src/discord/command.ts';
import { changeWatches, namedWatches } from './own.ts';
import { watchChoices, watchOption } from './watch-choices.ts';

/** `/watch pause`: stops watches of one's own until they are resumed. */
export const pause: Subcommand = {
  name: 'pause',
  definition: (messages) => ({
    description: messages.watches.pauseDescription,
    options: [watchOption(messages)],
  }),
  example: 'watch:3',
  answerTo: 'asker',
  async execute(interaction, context) {
    const named = await namedWatches(interaction.options.getString('watch', true), context);
    await changeWatches('pause', named, context);
    return { content: context.services.view.messages.watches.paused(named.length) };
  },
  autocomplete: (interaction, services, typist) =>
    watchChoices(interaction.options.getFocused().value, services, typist),
};
