import { randomBytes } from 'node:crypto';
import type { Draft, Rule, Subscription } from '#src/alerts/subscription.ts';
import { requireChangeAccess, requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { checkCap, overCapText } from '../cap-text.ts';
import { showDraft } from './show-draft.ts';

/** Nine bytes are twelve characters of base64url and cannot be guessed. */
const ID_BYTES = 9;

/** Saves a draft under a new id, so that a button confirms exactly the draft shown with it. */
export async function keepDraft(
  proposal: { readonly channelId: string; readonly rule: Rule; readonly changes: number | null },
  { requester, guildId, services }: AnswerContext,
): Promise<Draft> {
  const { topics, filter, pingRoles } = proposal.rule;
  const draft: Draft = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    topics,
    filter,
    pingRoles,
    guildId,
    channelId: proposal.channelId,
    userId: requester,
    changes: proposal.changes,
    createdAt: services.now(),
  };
  await services.store.saveDraft(draft);
  return draft;
}

/**
 * Checks that such a new alert is possible in the channel.
 * @throws UserError if the member or the bot may not post in the channel, or if it has the maximum number of alerts
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
 * Starts a draft of a new alert and shows its effect. Nothing changes until it is confirmed. The caller has checked
 * that the member may manage alerts.
 * @throws UserError if the member or the bot may not post in the channel, or if it has the maximum number of alerts
 */
export async function startNewDraft(
  proposal: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  await requireRoomFor(proposal, context);
  return showDraft(await keepDraft({ ...proposal, changes: null }, context), context);
}

/**
 * Starts a draft that changes a subscription of the member's server, like `startNewDraft`. If the bot cannot post in
 * the channel, the draft says so, but the rule can still be changed.
 * @throws UserError if the member may not post in the channel
 */
export async function startEditDraft(
  { id, channelId, pingRoles }: Pick<Subscription, 'id' | 'channelId' | 'pingRoles'>,
  rule: Rule,
  context: AnswerContext,
): Promise<Answer> {
  await requireChangeAccess(channelId, rule, context, pingRoles);
  return showDraft(await keepDraft({ channelId, rule, changes: id }, context), context);
}
