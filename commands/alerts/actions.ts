import { ChannelType, ComponentType } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Action } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { writeActionId } from '#src/discord/actions/action-id.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { UserError } from '#src/discord/user-error.ts';
import { MANAGE_ACTIONS } from './action-names.ts';
import { answerSubscription, answerSubscriptions, confirmRemoval } from './alert-screens.ts';
import { copySubscription } from './copy.ts';
import { startEditDraft } from './set-up/start-draft.ts';
import { pauseSubscription, removeSubscription, resumeSubscription, stillPosted } from './switch.ts';
import { postTestAlert } from './test.ts';

const requires = 'manage-alerts';

/** Channel types that alerts can be posted in. */
const POSTABLE = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

const wordsIn = ({ services }: Pick<AnswerContext, 'services'>) => services.view.messages.alertList;

/** Actions of the buttons and menus of `/alerts list`. */
export const subscriptionActions: readonly Action[] = [
  {
    ...MANAGE_ACTIONS.page,
    requires,
    answersBy: 'update',
    run: ({ argument }, context) => answerSubscriptions(Math.max(1, Number(argument) || 1), context),
  },
  {
    ...MANAGE_ACTIONS.open,
    requires,
    answersBy: 'update',
    run: async ({ values }, context) =>
      answerSubscription(await loadSubscription(values[0] ?? '', context), context),
  },
  {
    ...MANAGE_ACTIONS.one,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) =>
      answerSubscription(await loadSubscription(argument, context), context),
  },
  {
    ...MANAGE_ACTIONS.edit,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const subscription = await loadSubscription(argument, context);
      return startEditDraft(subscription, subscription, context);
    },
  },
  {
    ...MANAGE_ACTIONS.pause,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await loadSubscription(argument, context);
      const paused = await pauseSubscription(id, context);
      const others = await stillPosted(paused, context);
      const words = wordsIn(context);
      return answerSubscription(paused, context, others === '' ? words.isPaused : words.isPausedBut(others));
    },
  },
  {
    ...MANAGE_ACTIONS.resume,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const subscription = await loadSubscription(argument, context);
      return answerSubscription(
        await resumeSubscription(subscription, context),
        context,
        wordsIn(context).isActive,
      );
    },
  },
  {
    ...MANAGE_ACTIONS.test,
    requires,
    answersBy: 'reply',
    run: async ({ argument }, context) => ({
      content: await postTestAlert(await loadSubscription(argument, context), context),
    }),
  },
  {
    ...MANAGE_ACTIONS.copy,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await loadSubscription(argument, context);
      const { requester } = context;
      const words = wordsIn(context);
      return {
        content: words.copyWhere(`#${id}`),
        components: [
          {
            type: ComponentType.ActionRow,
            components: [
              {
                type: ComponentType.ChannelSelect,
                custom_id: writeActionId({
                  name: MANAGE_ACTIONS.copyTo.name,
                  requester,
                  argument: String(id),
                }),
                channel_types: POSTABLE,
                placeholder: words.chooseChannel,
              },
            ],
          },
          ...buttonRows([actionButton(words.back, MANAGE_ACTIONS.one, String(id), context)]),
        ],
      };
    },
  },
  {
    ...MANAGE_ACTIONS.copyTo,
    requires,
    answersBy: 'update',
    async run({ argument, values }, context) {
      const subscription = await loadSubscription(argument, context);
      const confirmation = await copySubscription(subscription, values[0] ?? '', context);
      return answerSubscription(subscription, context, confirmation);
    },
  },
  {
    ...MANAGE_ACTIONS.remove,
    requires,
    answersBy: 'update',
    run: async ({ argument }, context) => confirmRemoval(await loadSubscription(argument, context), context),
  },
  {
    ...MANAGE_ACTIONS.removeNow,
    requires,
    answersBy: 'update',
    async run({ argument }, context) {
      const { id } = await loadSubscription(argument, context);
      await removeSubscription(id, context);
      const rest = await answerSubscriptions(1, context);
      return { ...rest, content: `${wordsIn(context).removed(`#${id}`)} ${rest.content ?? ''}`.trim() };
    },
  },
];

/**
 * Loads a subscription of the server by its number from a button or choice.
 * @param argument untrusted: a client can forge it
 * @throws UserError if the server has no such subscription
 */
async function loadSubscription(
  argument: string,
  { guildId, services }: Pick<AnswerContext, 'guildId' | 'services'>,
): Promise<Subscription> {
  const all = await services.store.subscriptionsOf(guildId);
  const found = all.find(({ id }) => String(id) === argument);
  if (found === undefined) {
    throw new UserError(({ alertList }) => alertList.removedMeanwhile);
  }
  return found;
}
