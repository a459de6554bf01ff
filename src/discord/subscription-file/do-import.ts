import { samePing } from '../../domain/settings.ts';
import type { AnswerContext } from '../answer.ts';
import { overCapText } from '../setup/cap-text.ts';
import { lackText } from '../setup/channel-lack.ts';
import { pingLack } from '../setup/person-lack.ts';
import { UserError } from '../user-error.ts';
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

/** The settings that they may give their channels; a ping that they may not choose leaves the channel's as it is. */
async function allowedSettings(plan: ImportPlan, context: AnswerContext): Promise<ImportPlan['settings']> {
  const { person, services } = context;
  const allowed: ImportPlan['settings'][number][] = [];
  for (const { channelId, settings: chosen } of plan.settings) {
    if ((await person.standing(channelId)) !== 'writes') continue;
    const { ping } = services.settings.channel(channelId);
    const mayPing = samePing(chosen.ping, ping) || pingLack(channelId, chosen.ping, context) === null;
    allowed.push({ channelId, settings: mayPing ? chosen : { ...chosen, ping } });
  }
  return allowed;
}

/**
 * Does what was confirmed, in one transaction. What a channel has already is not added twice; what is new is there before
 * what is replaced goes.
 * @returns what was done, in words
 * @throws UserError when there is no room for it any more; nothing is changed then
 */
export async function doImport(plan: ImportPlan, context: AnswerContext): Promise<string> {
  const { asker, guildId, services } = context;
  const { subscriptions, view } = services;
  const closed = new Map<string, boolean>();
  for (const channelId of new Set(plan.alerts.map((one) => one.channelId))) {
    closed.set(channelId, await isClosed(channelId, plan, context));
  }
  const at = services.now();
  const settings = await allowedSettings(plan, context);
  const revised = await subscriptions.revise(guildId, {
    add: plan.alerts
      .filter(({ channelId }) => closed.get(channelId) === false)
      .map(({ channelId, rule, paused }) => ({
        ...rule,
        guildId,
        channelId,
        createdBy: asker,
        createdAt: at,
        pausedAt: paused ? at : null,
      })),
    remove: plan.removals,
    settings,
  });
  if (revised.type === 'over') throw new UserError(overCapText(revised, view));
  const added = revised.added.filter(({ created }) => created).length;
  const removed = revised.removed.length;
  const parts = [
    `${counted(added, 'alert', view)} added`,
    ...(removed === 0 ? [] : [`${counted(removed, 'alert', view)} removed`]),
    ...(settings.length === 0 ? [] : [`settings of ${counted(settings.length, 'channel', view)} taken over`]),
  ];
  const left = [...closed].flatMap(([id, isOut]) => (isOut ? [`<#${id}>`] : [])).join(', ');
  const lost = left === '' ? '' : ` You or I may not post in ${left} any more, so nothing was added there.`;
  return `✅ Done: ${parts.join(', ')}.${lost} \`/alerts list\` shows all of them.`;
}
