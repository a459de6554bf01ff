import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { requireChangeAccess, requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { checkCap, overCapText } from '../cap-text.ts';
import { keepDraft } from './drafts.ts';
import { showDraft } from './show-draft.ts';

/**
 * Checks whether there can be such a new alert in the channel.
 * @throws UserError when the requester, or the bot, may not post in the channel, or it has the maximum number of alerts
 */
export async function requireRoomFor(
  { channelId, rule }: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<void> {
  await requireTargetChannel(channelId, [rule], context);
  const missing = missingPermissionsText(channelId, context.services);
  if (missing !== null) throw new UserError(missing);
  const { over } = await checkCap(context.guildId, channelId, context.services);
  if (over !== null) throw new UserError(overCapText(over));
}

/**
 * Starts a draft of a new alert: shows what it would do; nothing changes until it is confirmed. The caller has checked
 * that the requester may manage alerts.
 * @throws UserError when they, or the bot, may not post in the channel, or it has the maximum number of alerts
 */
export async function startNewDraft(
  proposal: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  await requireRoomFor(proposal, context);
  return showDraft(await keepDraft({ ...proposal, changes: null }, context), context);
}

/**
 * Starts a draft that changes a subscription of the requester's server, as `startNewDraft` does. If the bot cannot post
 * in the channel, the draft says so, but the rule can still be changed.
 * @throws UserError when they may not post in the channel
 */
export async function startEditDraft(
  { id, channelId, pingRoles }: Pick<Subscription, 'id' | 'channelId' | 'pingRoles'>,
  rule: Rule,
  context: AnswerContext,
): Promise<Answer> {
  await requireChangeAccess(channelId, rule, context, pingRoles);
  return showDraft(await keepDraft({ channelId, rule, changes: id }, context), context);
}
