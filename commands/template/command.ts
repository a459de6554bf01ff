import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Choices, SingleCommand } from '#src/discord/command.ts';
import type { CommandOptions } from '#src/discord/interactions/options.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { type PlaceholderExample, placeholderExamples } from '#src/discord/views/template-examples.ts';
import { nameOfTopic } from '#src/discord/views/topic-choices.ts';
import type { Messages } from '#src/messages/messages.ts';
import { resolveSubscription, subscriptionChoices } from '../alerts/alert-option.ts';
import { CHANNEL_OPTION, POSTABLE_CHANNELS } from '../channel-option.ts';
import { requirePlace, TEMPLATE_TOPICS, type WrittenPlace } from './place.ts';
import { templateComponents } from './template-components.ts';
import { templateScreen } from './template-screen.ts';

const TOPIC = 'topic';
const ALERT = 'alert';
const PLACEHOLDER = 'placeholder';
const DEFAULT_TOPIC: Topic = saleTopic.value;

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/** Reads where the template is used. @throws UserError */
async function placeIn(options: CommandOptions, context: AnswerContext): Promise<WrittenPlace> {
  const { guildId, services } = context;
  const typed = options.getString(ALERT);
  const channel = options.getChannel(CHANNEL_OPTION);
  const topic = options.getString(TOPIC);
  if (typed !== null) {
    if (channel !== null) throw new UserError(({ templates }) => templates.oneTarget);
    const rule = await resolveSubscription(typed, guildId, services);
    const first = rule.topics.find((one) => TEMPLATE_TOPICS.includes(one));
    return { topic: topic ?? first ?? DEFAULT_TOPIC, scope: 'rule', target: String(rule.id) };
  }
  return channel === null
    ? { topic: topic ?? DEFAULT_TOPIC, scope: 'server', target: '' }
    : { topic: topic ?? DEFAULT_TOPIC, scope: 'channel', target: channel.id };
}

const examplesFor = (topic: Topic, { view, now }: Pick<CommandServices, 'view' | 'now'>) =>
  placeholderExamples(topic, view, Math.floor(now() / 1_000));

/** Finds the example of a placeholder, typed with or without its braces. */
const exampleNamed = (typed: string, all: readonly PlaceholderExample[]): PlaceholderExample | undefined =>
  all.find(({ written }) => [written, written.slice(1, -1)].includes(typed.trim()));

/** Offers the placeholders of the topic whose name or meaning contains the text, with their examples. */
function placeholderChoices(typed: string, topic: Topic, services: CommandServices): Choices {
  const { templates: words } = services.view.messages;
  const wanted = typed.trim().toLowerCase();
  return examplesFor(topic, services)
    .filter(({ written, meaning }) => `${written} ${meaning}`.toLowerCase().includes(wanted))
    .slice(0, MAX_CHOICES)
    .map(({ written, meaning, example }) => {
      // Timestamps and pages are marks of Discord, which choices do not show.
      const name = example.startsWith('<')
        ? words.placeholderChoice(written, meaning)
        : words.placeholderExample(written, meaning, example);
      return { name: sanitizeLine(name, CHOICE_LENGTH), value: written };
    });
}

/** Returns the line about a placeholder that was looked up; empty for none. @throws UserError for an unknown one */
function lookedUp(typed: string | null, topic: Topic, services: CommandServices): string {
  if (typed === null) return '';
  const found = exampleNamed(typed, examplesFor(topic, services));
  const { templates: words } = services.view.messages;
  if (found === undefined) throw new UserError(({ templates }) => templates.unknownPlaceholder);
  return words.placeholderExample(`\`${found.written}\``, found.meaning, found.example);
}

const topicIn = (options: CommandOptions): Topic =>
  TEMPLATE_TOPICS.find((one) => one === options.getString(TOPIC)) ?? DEFAULT_TOPIC;

/** `/template`: an admin's own words for the alerts of a server, a channel or a rule. */
export const template: SingleCommand = {
  name: 'template',
  definition: (messages: Messages) => {
    const { templates: words } = messages;
    return {
      description: words.description,
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: TOPIC,
          description: words.topicOption,
          choices: TEMPLATE_TOPICS.map((topic) => ({
            name: nameOfTopic(topic, messages.topics),
            value: topic,
          })),
        },
        {
          type: ApplicationCommandOptionType.Channel,
          name: CHANNEL_OPTION,
          description: words.channelOption,
          channel_types: [...POSTABLE_CHANNELS],
        },
        {
          type: ApplicationCommandOptionType.String,
          name: ALERT,
          description: words.alertOption,
          autocomplete: true,
          max_length: 100,
        },
        {
          type: ApplicationCommandOptionType.String,
          name: PLACEHOLDER,
          description: words.placeholderOption,
          autocomplete: true,
          max_length: 100,
        },
      ],
    };
  },
  example: 'topic:Sales channel:#sales',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute({ options }, context) {
    const place = await requirePlace(await placeIn(options, context), context);
    return templateScreen(
      place,
      context,
      lookedUp(options.getString(PLACEHOLDER), place.topic, context.services),
    );
  },
  autocomplete({ options }, services, { guildId }) {
    const { name, value } = options.getFocused();
    return name === ALERT
      ? subscriptionChoices(value, guildId, services)
      : placeholderChoices(value, topicIn(options), services);
  },
  components: templateComponents,
};
