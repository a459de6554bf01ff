import type { Subcommand } from '#src/discord/command.ts';
import type { Messages } from '#src/messages/messages.ts';
import { changeWatches, namedWatches } from './own.ts';
import { watchChoices, watchOption } from './watch-choices.ts';

type Change = Parameters<typeof changeWatches>[0];

/** Defines a subcommand that changes one of the user's watches, or all. */
function changing(
  name: Change,
  words: {
    readonly description: (messages: Messages) => string;
    /** @param watches number of changed watches */
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

/** `/watch pause`: pauses the user's watches until they are resumed. */
export const pause = changing('pause', {
  description: ({ watches }) => watches.pauseDescription,
  done: ({ watches: words }, watches) => words.paused(watches),
});

/** `/watch resume`: resumes the user's watches, and retries direct messages that were refused. */
export const resume = changing('resume', {
  description: ({ watches }) => watches.resumeDescription,
  done: ({ watches: words }, watches) => words.resumed(watches),
});

/** `/watch remove`: removes the user's watches. */
export const remove = changing('remove', {
  description: ({ watches }) => watches.removeDescription,
  done: ({ watches: words }, watches) => words.removed(watches),
});
