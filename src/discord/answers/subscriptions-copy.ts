import type { Subscription } from '../../domain/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import { overCapText } from '../setup/cap-text.ts';
import { lackText } from '../setup/channel-lack.ts';
import { demandTarget } from '../setup/person-lack.ts';
import { UserError } from '../user-error.ts';
import { counted } from '../views/counted.ts';
import { ruleText } from '../views/rule-words.ts';

/** Adds the rules to the channel, all or none of them. */
async function copyAll(
  subscriptions: readonly Subscription[],
  channelId: string,
  context: AnswerContext,
): Promise<readonly { readonly subscription: Subscription; readonly created: boolean }[]> {
  const { asker, guildId, services } = context;
  await demandTarget(channelId, context);
  const lack = lackText(channelId, services);
  if (lack !== null) throw new UserError(lack);
  if (subscriptions.every((one) => one.channelId === channelId)) {
    throw new UserError(`<#${channelId}> is where that comes from. Choose another channel.`);
  }
  const made = { guildId, channelId, createdBy: asker, createdAt: services.now() };
  const add = subscriptions.map(({ kinds, filter, endingLead }) => ({ kinds, filter, endingLead, ...made }));
  const revised = await services.subscriptions.revise(guildId, { add });
  if (revised.type === 'over') throw new UserError(overCapText(revised, services.view));
  return revised.added;
}

/**
 * Gives another channel of the server the same rule.
 * @returns what was done, as a sentence
 * @throws UserError when the server has no such channel, they or the bot may not post there, or there is no room
 */
export async function copySubscription(
  subscription: Subscription,
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const [copied] = await copyAll([subscription], channelId, context);
  if (copied === undefined) throw new Error(`Alert ${subscription.id} was not copied.`);
  const { id } = copied.subscription;
  if (!copied.created) return `<#${channelId}> has that already, as alert #${id}.`;
  const what = ruleText(copied.subscription, context.services.view);
  return `✅ <#${channelId}> gets ${what} too from now on (alert #${id}, copied from #${subscription.id}).`;
}

/** The same for all of a channel. */
export async function copyChannel(
  {
    channelId: from,
    subscriptions,
  }: { readonly channelId: string; readonly subscriptions: readonly Subscription[] },
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const copied = await copyAll(subscriptions, channelId, context);
  const { view } = context.services;
  const created = copied.filter((one) => one.created).length;
  if (created === 0) return `<#${channelId}> has all that <#${from}> gets already.`;
  const had = copied.length - created;
  const there = had === 0 ? '' : `; it had ${counted(had, 'of them', view, 'of them')} already`;
  return `✅ <#${channelId}> gets all that <#${from}> gets (${counted(created, 'alert', view)})${there}.`;
}
