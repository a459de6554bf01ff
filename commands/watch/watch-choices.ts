import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Choices, Typist } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { ruleLabel } from '#src/discord/views/rule-words.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';
import { ALL, ownWatches } from './own.ts';

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** Defines the option for one of the user's watches, or all. */
export const watchOption = ({ watches }: Messages) =>
  ({
    type: ApplicationCommandOptionType.String,
    name: 'watch',
    description: watches.watchOption,
    required: true,
    autocomplete: true,
    max_length: 100,
  }) as const;

/** Builds choices of the user's watches by number or any word, and one for all of them. Parsed by `namedWatches`. */
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
