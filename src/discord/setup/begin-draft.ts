import { randomBytes } from 'node:crypto';
import type { Draft, Rule } from '../../domain/subscription.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { UserError } from '../user-error.ts';
import { oneMore, overCapText } from './cap-text.ts';
import { lackText } from './channel-lack.ts';
import { demandChange, demandTarget } from './person-lack.ts';
import { showDraft } from './show-draft.ts';

/** Nine bytes are twelve characters of base64url, which nobody guesses. */
const ID_BYTES = 9;

/** Keeps a set-up under a new id, so that buttons only ever confirm what stood beside them. */
export async function keepDraft(
  wish: { readonly channelId: string; readonly rule: Rule; readonly changes: number | null },
  { asker, guildId, services }: AnswerContext,
): Promise<Draft> {
  const { kinds, filter, endingLead } = wish.rule;
  const draft: Draft = {
    id: randomBytes(ID_BYTES).toString('base64url'),
    kinds,
    filter,
    endingLead,
    guildId,
    channelId: wish.channelId,
    userId: asker,
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
export async function beginNew(
  wish: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  await demandTarget(wish.channelId, context);
  const lack = lackText(wish.channelId, context.services);
  if (lack !== null) throw new UserError(lack);
  const { services, guildId } = context;
  const { over } = await oneMore(guildId, wish.channelId, services);
  if (over !== null) throw new UserError(overCapText(over, services.view));
  return showDraft(await keepDraft({ ...wish, changes: null }, context), context);
}

/**
 * Begins to change a subscription of the asker's server, as `beginNew` does. A channel that takes no messages is told
 * of and does not keep anybody from changing the rule.
 * @throws UserError when they may not post in the channel
 */
export async function beginChange(
  wish: { readonly id: number; readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<Answer> {
  const { id, channelId, rule } = wish;
  await demandChange(channelId, context);
  return showDraft(await keepDraft({ channelId, rule, changes: id }, context), context);
}
