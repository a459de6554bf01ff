import type { AnswerContext } from '../answer.ts';
import { lackText } from '../setup/channel-lack.ts';
import { counted } from '../views/counted.ts';
import type { ImportPlan } from './import-plan.ts';

/**
 * Does what was confirmed. What a channel has already is not added twice; what is new is there before what is
 * replaced goes.
 * @returns what was done, in words
 */
export async function doImport(
  plan: ImportPlan,
  { asker, guildId, services }: AnswerContext,
): Promise<string> {
  const { subscriptions, settings, view, now } = services;
  let added = 0;
  let removed = 0;
  const refused = new Set<string>();
  for (const { channelId, rule, paused } of plan.alerts) {
    if (lackText(channelId, services) !== null) {
      refused.add(channelId);
      continue;
    }
    const wanted = { ...rule, guildId, channelId, createdBy: asker, createdAt: now() };
    const { subscription, created } = await subscriptions.add(wanted);
    if (!created) continue;
    added += 1;
    if (paused) await subscriptions.pause(guildId, subscription.id);
  }
  for (const { channelId, settings: chosen } of plan.settings) {
    await settings.saveChannel(guildId, channelId, chosen);
  }
  for (const id of plan.removals) {
    if ((await subscriptions.remove(guildId, id)) !== null) removed += 1;
  }
  const parts = [
    `${counted(added, 'alert', view)} added`,
    ...(removed === 0 ? [] : [`${counted(removed, 'alert', view)} removed`]),
    ...(plan.settings.length === 0
      ? []
      : [`settings of ${counted(plan.settings.length, 'channel', view)} taken over`]),
  ];
  const left = [...refused].map((id) => `<#${id}>`).join(', ');
  const lost = left === '' ? '' : ` I may not post in ${left} any more, so nothing was added there.`;
  return `✅ Done: ${parts.join(', ')}.${lost} \`/alerts list\` shows all of them.`;
}
