import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Choices, Subcommand, Typist } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { ruleLabel } from '#src/discord/views/rule-words.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';
import { ALL, changeWatches, namedWatches, ownWatches } from './own.ts';

/** Discord: at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** The option for a watch of one's own, or all. */
const watchOption = ({ watches }: Messages) =>
  ({
    type: ApplicationCommandOptionType.String,
    name: 'watch',
    description: watches.watchOption,
    required: true,
    autocomplete: true,
    max_length: 100,
  }) as const;

/** Their own watches by number or any word, and all of them. Parsed by `namedWatches`. */
export async function watchChoices(
  typed: string,
  services: CommandServices,
  { requester }: Typist,
): Promise<Choices> {
  const { view } = services;
  const { watches: words } = view.messages;
  const all = await ownWatches({ requester, services });
  const choices = all.map((watch) => ({
    name: sanitizeLine(words.choice(`#${watch.id}`, ruleLabel(watch, view)), CHOICE_LENGTH),
    value: String(watch.id),
  }));
  const whole = all.length > 1 ? [{ name: words.choiceOfAll(all.length), value: ALL }] : [];
  const wanted = normaliseText(typed.replace(/^#/, ''));
  return [...whole, ...choices]
    .filter(({ name }) => normaliseText(name).includes(wanted))
    .slice(0, MAX_CHOICES);
}

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
