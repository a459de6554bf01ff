import { samePing } from '../../domain/settings.ts';
import type { AnswerContext } from '../answer.ts';
import { lackText } from '../setup/channel-lack.ts';
import { pingLack } from '../setup/person-lack.ts';
import { counted } from '../views/counted.ts';
import type { ImportPlan } from './import-plan.ts';

/** Whether they, or the bot, may not post there any more; with the ping that the channel is going to have. */
async function isClosed(channelId: string, plan: ImportPlan, context: AnswerContext): Promise<boolean> {
  const { person, services } = context;
  if ((await person.standing(channelId)) !== 'writes' || lackText(channelId, services) !== null) return true;
  const chosen = plan.settings.find((one) => one.channelId === channelId)?.settings;
  const { ping } = chosen ?? services.settings.channel(channelId);
  return pingLack(channelId, ping, context) !== null;
}

/**
 * Does what was confirmed. What a channel has already is not added twice; what is new is there before what is
 * replaced goes.
 * @returns what was done, in words
 */
export async function doImport(plan: ImportPlan, context: AnswerContext): Promise<string> {
  const { asker, guildId, person, services } = context;
  const { subscriptions, settings, view, now } = services;
  let added = 0;
  let removed = 0;
  let tuned = 0;
  const refused = new Set<string>();
  for (const { channelId, rule, paused } of plan.alerts) {
    if (await isClosed(channelId, plan, context)) {
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
    if ((await person.standing(channelId)) !== 'writes') continue;
    const { ping } = settings.channel(channelId);
    const mayPing = samePing(chosen.ping, ping) || pingLack(channelId, chosen.ping, context) === null;
    await settings.saveChannel(guildId, channelId, mayPing ? chosen : { ...chosen, ping });
    tuned += 1;
  }
  for (const id of plan.removals) {
    if ((await subscriptions.remove(guildId, id)) !== null) removed += 1;
  }
  const parts = [
    `${counted(added, 'alert', view)} added`,
    ...(removed === 0 ? [] : [`${counted(removed, 'alert', view)} removed`]),
    ...(tuned === 0 ? [] : [`settings of ${counted(tuned, 'channel', view)} taken over`]),
  ];
  const left = [...refused].map((id) => `<#${id}>`).join(', ');
  const lost = left === '' ? '' : ` You or I may not post in ${left} any more, so nothing was added there.`;
  return `✅ Done: ${parts.join(', ')}.${lost} \`/alerts list\` shows all of them.`;
}
