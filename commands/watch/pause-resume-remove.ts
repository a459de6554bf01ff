import type { Subcommand } from '#src/discord/command.ts';
import type { Messages } from '#src/messages/messages.ts';
import { changeWatches, namedWatches } from './own.ts';
import { watchChoices, watchOption } from './watch-choices.ts';

type Change = Parameters<typeof changeWatches>[0];

/** A subcommand that changes watches of one's own, one or all. */
function changing(
  name: Change,
  words: {
    readonly description: (messages: Messages) => string;
    /** @param watches how many were changed */
    readonly done: (messages: Messages, watches: number) => string;
  },
): Subcommand {
  return {
    name,
    definition: (messages) => ({
      description: words.description(messages),
      options: [watchOption(messages)],
    }),
    example: 'watch:3',
    answerTo: 'asker',
    async execute(interaction, context) {
      const named = await namedWatches(interaction.options.getString('watch', true), context);
      await changeWatches(name, named, context);
      return { content: words.done(context.services.view.messages, named.length) };
    },
    autocomplete: (interaction, services, typist) =>
      watchChoices(interaction.options.getFocused().value, services, typist),
  };
}

/** `/watch pause`: stops watches of one's own until they are resumed. */
export const pause = changing('pause', {
  description: ({ watches }) => watches.pauseDescription,
  done: ({ watches: words }, watches) => words.paused(watches),
});

/** `/watch resume`: goes on with watches of one's own, and with direct messages that were refused. */
export const resume = changing('resume', {
  description: ({ watches }) => watches.resumeDescription,
  done: ({ watches: words }, watches) => words.resumed(watches),
});

/** `/watch remove`: removes watches of one's own. */
export const remove = changing('remove', {
  description: ({ watches }) => watches.removeDescription,
  done: ({ watches: words }, watches) => words.removed(watches),
});
