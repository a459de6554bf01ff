import { ChannelType, ComponentType } from 'discord.js';
import type { Action } from '../actions/action.ts';
import { actionButton } from '../actions/action-button.ts';
import { writeActionId } from '../actions/action-id.ts';
import { buttonRows } from '../components/buttons.ts';
import { beginChange } from '../setup/begin-draft.ts';
import { answerSubscriptions } from './subscriptions.ts';
import { copySubscription } from './subscriptions-copy.ts';
import { knownSubscription } from './subscriptions-known.ts';
import { MANAGE } from './subscriptions-names.ts';
import { answerSubscription } from './subscriptions-one.ts';
import { askRemoval } from './subscriptions-remove.ts';
import { pauseSubscription, removeSubscription, resumeSubscription } from './subscriptions-switch.ts';
import { postTest } from './subscriptions-test.ts';

const requires = 'manage-alerts';

/** Where alerts can be posted. */
const POSTABLE = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

/** What the buttons and menus of `/alerts list` do. */
export const subscriptionActions: readonly Action[] = [
  {
    ...MANAGE.page,
    requires,
    answersBy: 'update',
    run: ({ argument }, context) => answerSubscriptions(Math.max(1, Number(argument) || 1), context),
  },
  {
    ...MANAGE.open,
    requires,
    answersBy: 'update',
    run: async ({ values }, context) =>
      answerSubscription(await knownSubscription(values[0] ?? '', context), context),
  },
  {
    ...MANAGE.one,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) =>
      answerSubscription(await knownSubscription(argument, context), context),
  },
  {
    ...MANAGE.edit,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const subscription = await knownSubscription(argument, context);
      const { id, channelId } = subscription;
      return beginChange({ id, channelId, rule: subscription }, context);
    },
  },
  {
    ...MANAGE.pause,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await knownSubscription(argument, context);
      return answerSubscription(await pauseSubscription(id, context), context, 'Paused.');
    },
  },
  {
    ...MANAGE.resume,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const subscription = await knownSubscription(argument, context);
      return answerSubscription(await resumeSubscription(subscription, context), context, 'Active again.');
    },
  },
  {
    ...MANAGE.test,
    requires,
    answersBy: 'reply',
    run: async ({ argument }, context) => ({
      content: await postTest(await knownSubscription(argument, context), context),
    }),
  },
  {
    ...MANAGE.copy,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await knownSubscription(argument, context);
      const { asker } = context;
      return {
        content: `Which channel is to be told the same as alert #${id}?`,
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                type: ComponentType.ChannelSelect,
                custom_id: writeActionId({ name: MANAGE.copyTo.name, asker, argument: String(id) }),
                channel_types: POSTABLE,
                placeholder: 'Choose a channel',
              },
            ],
          },
          ...buttonRows([actionButton('‹ Back', MANAGE.one, String(id), context)]),
        ],
      };
    },
  },
  {
    ...MANAGE.copyTo,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const subscription = await knownSubscription(argument, context);
      const said = await copySubscription(subscription, values[0] ?? '', context);
      return answerSubscription(subscription, context, said);
    },
  },
  {
    ...MANAGE.remove,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) => askRemoval(await knownSubscription(argument, context), context),
  },
  {
    ...MANAGE.removeNow,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await knownSubscription(argument, context);
      await removeSubscription(id, context);
      const rest = await answerSubscriptions(1, context);
      return { ...rest, content: `Alert #${id} is removed. ${rest.content ?? ''}`.trim() };
    },
  },
];
