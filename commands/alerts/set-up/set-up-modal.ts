import { ComponentType, SelectMenuDefaultValueType, TextInputStyle } from 'discord-api-types/v10';
import { chosenCollections, collection } from '#src/alerts/filters/collection.ts';
import { price, priceRange } from '#src/alerts/filters/price.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { MAX_PING_ROLES } from '#src/alerts/ping.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { type Address, shortAddress } from '#src/chain/address.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import type { Modal } from '#src/discord/components/modal.ts';
import { greetingChoiceLink, greetingSalesLink } from '#src/discord/components/targets.ts';
import { sanitizeLine, truncate } from '#src/discord/text.ts';
import { markedName } from '#src/discord/views/naming.ts';
import { nameOfTopic } from '#src/discord/views/topic-choices.ts';
import { requireRoomFor } from '../cap-text.ts';
import { changedRule, DEFAULT_RULE, type RuleTexts } from '../rule-input/rule-texts.ts';
import { startNewDraft } from './draft-screen.ts';

const channel = { channel: idField };
const link = defineLink('set-up', channel, 'asker');
/** The same from a button that everybody sees, whose message stays as it is. */
const apartLink = defineLink('set-up-apart', channel, 'asker');

/** Names of the modal's inputs. Discord allows at most five. */
const INPUT = {
  topics: 'topics',
  known: 'known',
  others: 'others',
  price: 'price',
  role: 'role',
} as const;

/** Discord's limits: options of a menu, characters of their labels, and characters of a text input. */
const MAX_OPTIONS = 25;
const MAX_LABEL = 100;
const MAX_TEXT = 4_000;
const MAX_PRICE = 100;

const COLLECTION = collection.fields[0].key;
const PRICE_KEYS: readonly string[] = price.fields.map(({ key }) => key);

const NOTHING_TYPED: Fields = new Map();

/** Returns the collections of this server's alerts, most recently added first, then the most traded ones. */
async function offeredCollections({ guildId, services }: AnswerContext): Promise<readonly Address[]> {
  const subscriptions = await services.store.subscriptionsOf(guildId);
  const used = subscriptions.toReversed().flatMap(({ filter }) => chosenCollections(filter) ?? []);
  const traded = services.collections.search('', MAX_OPTIONS).map(({ address }) => address);
  return [...new Set([...used, ...traded])].slice(0, MAX_OPTIONS);
}

/**
 * Builds the modal for a new alert, from local data.
 * @param channelId channel of the alert
 * @param typed initial values
 * @param to what takes the submitted modal
 */
export async function setUpModal(
  channelId: string,
  context: AnswerContext,
  typed: Fields = NOTHING_TYPED,
  to: typeof link = link,
): Promise<Modal> {
  const { collections, view } = context.services;
  const { setUp, topics: topicWords } = view.messages;
  const words = setUp.modal;
  const valuesOf = (name: string) => typed.get(name) ?? [];
  const textOf = (name: string, maxLength: number) => truncate(valuesOf(name)[0] ?? '', maxLength);
  const chosenTopics = typed.has(INPUT.topics) ? valuesOf(INPUT.topics) : DEFAULT_RULE.topics;
  const offered = await offeredCollections(context);
  const input = (name: string, maxLength: number) => {
    const value = textOf(name, maxLength);
    return {
      type: ComponentType.TextInput,
      custom_id: name,
      required: false,
      max_length: maxLength,
      ...(value === '' ? {} : { value }),
    } as const;
  };
  return {
    title: words.title,
    custom_id: writeCustomId(to.to({ channel: channelId }), context),
    components: [
      {
        type: ComponentType.Label,
        label: words.topics,
        component: {
          type: ComponentType.StringSelect,
          custom_id: INPUT.topics,
          min_values: 1,
          max_values: TOPICS.length,
          options: TOPICS.map((topic) => ({
            label: nameOfTopic(topic, topicWords),
            value: topic,
            default: chosenTopics.includes(topic),
          })),
        },
      },
      // Discord refuses a menu without options, and there are none before the collections were first read.
      ...(offered.length === 0
        ? []
        : [
            {
              type: ComponentType.Label,
              label: words.collections,
              description: words.collectionsAbout,
              component: {
                type: ComponentType.StringSelect,
                custom_id: INPUT.known,
                required: false,
                min_values: 0,
                max_values: offered.length,
                options: offered.map((address) => {
                  const known = collections.get(address);
                  const name =
                    known === undefined ? '' : sanitizeLine(markedName(known, MAX_LABEL), MAX_LABEL);
                  return {
                    label: name || shortAddress(address),
                    value: address,
                    default: valuesOf(INPUT.known).includes(address),
                  };
                }),
              },
            } as const,
          ]),
      {
        type: ComponentType.Label,
        label: words.others,
        description: words.othersAbout,
        component: { ...input(INPUT.others, MAX_TEXT), style: TextInputStyle.Paragraph },
      },
      {
        type: ComponentType.Label,
        label: words.price,
        description: words.priceAbout,
        component: { ...input(INPUT.price, MAX_PRICE), style: TextInputStyle.Short },
      },
      {
        type: ComponentType.Label,
        label: words.role,
        description: words.roleAbout,
        component: {
          type: ComponentType.RoleSelect,
          custom_id: INPUT.role,
          required: false,
          min_values: 0,
          max_values: MAX_PING_ROLES,
          default_values: valuesOf(INPUT.role).map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
        },
      },
    ],
  };
}

/** Returns the chosen and typed values as option texts. Empty inputs set nothing. */
function textsOf(fields: Fields): RuleTexts {
  const others = (fields.get(INPUT.others)?.[0] ?? '').trim();
  const collections = [...(fields.get(INPUT.known) ?? []), ...(others === '' ? [] : [others])].join(', ');
  const range = (fields.get(INPUT.price)?.[0] ?? '').trim();
  return {
    ...(collections === '' ? {} : { [COLLECTION]: collections }),
    ...(range === '' ? {} : priceRange(range)),
  };
}

/** Returns the names of options in this modal. */
function calledIn({ services }: AnswerContext): (option: string) => string {
  const { modal } = services.view.messages.setUp;
  return (option) => {
    if (option === COLLECTION) return modal.others;
    return PRICE_KEYS.includes(option) ? modal.price : option;
  };
}

/** Shows the preview of the alert that the modal asked for. */
async function previewSubmitted(channelId: string, context: AnswerContext, fields: Fields): Promise<Answer> {
  const chosen = fields.get(INPUT.topics) ?? [];
  const topics = TOPICS.filter((topic) => chosen.includes(topic));
  const base: Rule = {
    ...DEFAULT_RULE,
    topics: topics.length === 0 ? DEFAULT_RULE.topics : topics,
    pingRoles: [...new Set(fields.get(INPUT.role))].toSorted().slice(0, MAX_PING_ROLES),
  };
  const rule = await changedRule(base, textsOf(fields), context.services, calledIn(context));
  return startNewDraft({ channelId, rule }, context);
}

const requires = 'manage-alerts';

/** What takes the modal of `/alerts add`. */
export const setUp = defineComponent(link, {
  requires,
  run: ({ channel: channelId }, context, { fields }) => previewSubmitted(channelId, context, fields),
  modal: ({ channel: channelId }, context, fields) => setUpModal(channelId, context, fields),
});

/** What the buttons under a greeting lead to: a draft for all sales in this channel, and the modal of a new alert. */
export const greetingComponents: readonly Component[] = [
  defineComponent(greetingSalesLink, {
    requires,
    run: (_values, context) => startNewDraft({ channelId: context.channelId, rule: DEFAULT_RULE }, context),
  }),
  defineComponent(greetingChoiceLink, {
    requires,
    async modal(_values, context) {
      const { channelId } = context;
      await requireRoomFor({ channelId, rule: DEFAULT_RULE }, context);
      return setUpModal(channelId, context, NOTHING_TYPED, apartLink);
    },
  }),
  defineComponent(apartLink, {
    requires,
    answersBy: 'reply',
    run: ({ channel: channelId }, context, { fields }) => previewSubmitted(channelId, context, fields),
    modal: ({ channel: channelId }, context, fields) => setUpModal(channelId, context, fields, apartLink),
  }),
];
