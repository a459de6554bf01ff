import type { Draft } from '../../domain/subscription.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { cut } from '../text.ts';
import { UserError } from '../user-error.ts';
import { ruleText } from '../views/rule-words.ts';
import { overCapText } from './cap-text.ts';
import { lackText } from './channel-lack.ts';
import { demandChange, demandTarget } from './person-lack.ts';

/** Beside a rule in full, within the 2,000 characters of a message. */
const REPLACED_LENGTH = 500;

async function addedText(draft: Draft, context: AnswerContext): Promise<string> {
  const { services, asker } = context;
  const { subscriptions, view } = services;
  await demandTarget(draft.channelId, context);
  const lack = lackText(draft.channelId, services);
  if (lack !== null) throw new UserError(lack);
  const { guildId, channelId, kinds, filter, endingLead } = draft;
  const added = await subscriptions.add({
    guildId,
    channelId,
    kinds,
    filter,
    endingLead,
    createdBy: asker,
    createdAt: services.now(),
  });
  if (added.type === 'over') throw new UserError(overCapText(added, view));
  const { id, pausedAt } = added.subscription;
  if (added.created) {
    return `✅ <#${channelId}> gets ${ruleText(draft, view)} from now on (alert #${id}). \`/alerts test\` posts an example there.`;
  }
  const paused = pausedAt === null ? '' : ' It is paused; `/alerts resume` lets it go on.';
  return `<#${channelId}> has that already, as alert #${id}.${paused}`;
}

async function changedText(draft: Draft, id: number, context: AnswerContext): Promise<string> {
  const { subscriptions, view } = context.services;
  await demandChange(draft.channelId, context);
  const { guildId, channelId, kinds, filter, endingLead } = draft;
  const before = (await subscriptions.of(guildId)).find((one) => one.id === id);
  const changed = await subscriptions.change(guildId, id, { kinds, filter, endingLead });
  if (changed === null) {
    return `Alert #${id} was removed meanwhile. \`/alerts add\` sets up a new one.`;
  }
  if (changed === 'same') {
    return `Nothing was changed: <#${channelId}> gets ${ruleText(draft, view)} already.`;
  }
  // Somebody else may have changed it since the set-up was begun: what is replaced is said.
  const replaced =
    before === undefined ? '' : ` Until now it was ${cut(ruleText(before, view), REPLACED_LENGTH)}.`;
  return `✅ Alert #${id} is changed: <#${channelId}> gets ${ruleText(draft, view)} from now on.${replaced}`;
}

/**
 * Does what the draft says, and forgets it. Doing it twice, at once or after a crash, comes to the same, because a
 * channel never has one rule twice.
 * @throws UserError when they, or the bot, may not post in the channel any more, or it has as many
 * alerts as it can have; the draft is kept then
 */
export async function confirmDraft(draft: Draft, context: AnswerContext): Promise<Answer> {
  const content =
    draft.changes === null
      ? await addedText(draft, context)
      : await changedText(draft, draft.changes, context);
  await context.services.subscriptions.removeDraft(draft.id);
  return { content };
}
