import type { Subscription } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { lackText } from '../setup/channel-lack.ts';
import { demandTarget } from '../setup/person-lack.ts';
import { UserError } from '../user-error.ts';
import { ruleText } from '../views/rule-words.ts';

/**
 * Gives another channel of the server the same rule.
 * @returns what was done, as a sentence
 * @throws UserError when the server has no such channel, or they or the bot may not post there
 */
export async function copySubscription(
  { id, kinds, filter, endingLead }: Subscription,
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const { asker, guildId, services } = context;
  await demandTarget(channelId, context);
  const lack = lackText(channelId, services);
  if (lack !== null) throw new UserError(lack);
  const { subscription, created } = await services.subscriptions.add({
    guildId,
    channelId,
    kinds,
    filter,
    endingLead,
    createdBy: asker,
    createdAt: services.now(),
  });
  if (!created) return `<#${channelId}> has that already, as alert #${subscription.id}.`;
  const what = ruleText(subscription, services.view);
  return `✅ <#${channelId}> gets ${what} too from now on (alert #${subscription.id}, copied from #${id}).`;
}
