import { sameRule } from '#src/alerts/rule-overlap.ts';
import type { Draft, Subscription } from '#src/alerts/subscription.ts';
import { requireChangeAccess, requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { withExistingRoles } from '#src/discord/access/server-directory.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { truncate } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { alertName, ruleText } from '#src/discord/views/rule-words.ts';
import type { Messages } from '#src/messages/messages.ts';
import { overCapText } from '../cap-text.ts';
import type { Proposal } from './check-rule.ts';
import { contradictions } from './contradictions.ts';
import { takeDraft } from './drafts.ts';

/** Limit for the replaced rule, so that it fits with the new rule into a message of 2,000 characters. */
const REPLACED_LENGTH = 500;

/**
 * Adds the alert of a draft; a channel that has it already keeps the one that it has.
 * @throws UserError if the member or the bot may not post in the channel, or if it has the maximum number of alerts
 */
export async function addAlert(draft: Proposal, context: AnswerContext) {
  const { services, requester } = context;
  await requireTargetChannel(draft.channelId, [draft], context);
  const missing = missingPermissionsText(draft.channelId, services);
  if (missing !== null) throw new UserError(missing);
  const { guildId, channelId, topics, filter, pingRoles, extras } = draft;
  const added = await services.subscriptions.add({
    guildId,
    channelId,
    topics,
    filter,
    pingRoles,
    extras,
    createdBy: requester,
    createdAt: services.now(),
  });
  if (added.type === 'over') throw new UserError(overCapText(added));
  return added;
}

/** Says that the channel had this alert before. */
export function alreadyThereText(present: Subscription, { setUp }: Messages): string {
  const { channelId, pausedAt } = present;
  const [channel, alert] = [`<#${channelId}>`, alertName(present)];
  return pausedAt === null ? setUp.alreadyThere(channel, alert) : setUp.alreadyTherePaused(channel, alert);
}

async function addedText(draft: Draft, context: AnswerContext): Promise<string> {
  const { view } = context.services;
  const { created, subscription } = await addAlert(draft, context);
  if (!created) return alreadyThereText(subscription, view.messages);
  return view.messages.setUp.added(`<#${draft.channelId}>`, ruleText(draft, view), alertName(subscription));
}

async function changedText(draft: Draft, id: number, context: AnswerContext): Promise<string> {
  const { store, subscriptions, view } = context.services;
  const { guildId, channelId, topics, filter, pingRoles, extras } = draft;
  const all = await store.subscriptionsOf(guildId);
  const before = all.find((one) => one.id === id);
  await requireChangeAccess(channelId, draft, context, before?.pingRoles);
  const changed = await subscriptions.change(guildId, id, { topics, filter, pingRoles, extras });
  const { setUp: words } = view.messages;
  const [channel, alert] = [`<#${channelId}>`, alertName({ id, extras })];
  if (changed === null) return words.removedMeanwhile(alert);
  if (changed === 'same') {
    const other = sameRule(
      draft,
      all.filter((one) => one.channelId === channelId && one.id !== id),
    );
    return other === undefined
      ? words.unchanged(alert, ruleText(draft, view))
      : words.sameAsOther(channel, alertName(other));
  }
  // Another member may have changed the rule since the draft was started, so the answer shows what is replaced.
  const replaced =
    before === undefined ? '' : words.untilNow(truncate(ruleText(before, view), REPLACED_LENGTH));
  return `${words.changed(alert, channel, ruleText(draft, view))}${replaced}`;
}

/**
 * Applies the draft, without roles that were deleted, and deletes it. It is idempotent, even for concurrent calls and
 * after a crash, because a channel never has the same rule twice.
 * @throws UserError if the alert could never post anything, if the member or the bot may no longer post in the channel,
 * or if it has the maximum number of alerts. The draft is kept then
 */
export async function confirmDraft(kept: Draft, context: AnswerContext): Promise<Answer> {
  const draft = withExistingRoles(kept, kept.guildId, context.services.serverDirectory);
  const { postsNothing, sentences } = contradictions(draft, [], context.services.view);
  if (postsNothing) throw new UserError(({ setUp }) => setUp.postsNothing(sentences.join(' ')));
  const content =
    draft.changes === null
      ? await addedText(draft, context)
      : await changedText(draft, draft.changes, context);
  await takeDraft(draft.id, context);
  return { content };
}
