import { randomBytes } from 'node:crypto';
import type { Draft, Rule, Subscription } from '../../alerts/subscription.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';
import { checkCap, overCapText } from './cap-text.ts';
import { requireChangeAccess, requireTargetChannel } from './member-permissions.ts';
import { missingPermissionsText } from './missing-permissions.ts';
import { showDraft } from './show-draft.ts';

/** Nine bytes are twelve characters of base64url, which nobody guesses. */
const ID_BYTES = 9;

/** Keeps a set-up under a new id, so that buttons only ever confirm what stood beside them. */
export async function keepDraft(
  wish: { readonly channelId: string; readonly rule: Rule; readonly changes: number | null },
  { requester, guildId, services }: AnswerContext,
): Promise<Draft> {
  const { topics, filter, pingRoles } = wish.rule;
  const draft: Draft = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    topics,
    filter,
    pingRoles,
    guildId,
    channelId: wish.channelId,
    userId: requester,
    changes: wish.changes,
    createdAt: services.now(),
  };
  await services.subscriptions.saveDraft(draft);
  return draft;
}

/**
 * Begins to set up a new alert: shows what it would do, and changes nothing until it is confirmed. Who asks may manage
 * alerts: that is for the caller to check.
 * @throws UserError when they, or the bot, may not post in the channel, or it has as many alerts as it can have
 */
export async function startNewDraft(
  wish: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  await requireTargetChannel(wish.channelId, [wish.rule], context);
  const missing = missingPermissionsText(wish.channelId, context.services);
  if (missing !== null) throw new UserError(missing);
  const { services, guildId } = context;
  const { over } = await checkCap(guildId, wish.channelId, services);
  if (over !== null) throw new UserError(overCapText(over));
  return showDraft(await keepDraft({ ...wish, changes: null }, context), context);
}

/**
 * Begins to change a subscription of the asker's server, as `startNewDraft` does. If the bot cannot
 * post in the channel, the draft says so; the rule can be changed all the same.
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
