import { isSamePing } from '#src/alerts/settings.ts';
import { memberPingProblem, rulePingProblem } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { withExistingRoles } from '#src/discord/access/server-directory.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { overCapText } from '../cap-text.ts';
import type { ImportPlan, PlannedAlert } from './import-plan.ts';

/** Resolves to whether the member or the bot may no longer post there. */
async function isClosed(channelId: string, context: AnswerContext): Promise<boolean> {
  const { memberAccess, services } = context;
  return (
    (await memberAccess.accessTo(channelId)) !== 'writes' ||
    missingPermissionsText(channelId, services) !== null
  );
}

/** Returns the alerts that are still permitted in their channels, together with the resulting pings of the channels. */
async function allowedAlerts(plan: ImportPlan, context: AnswerContext): Promise<readonly PlannedAlert[]> {
  const { settings } = context.services;
  const closed = new Map<string, boolean>();
  for (const channelId of new Set(plan.alerts.map((one) => one.channelId))) {
    closed.set(channelId, await isClosed(channelId, context));
  }
  const chosen = new Map(plan.settings.map((one) => [one.channelId, one.settings]));
  return plan.alerts.filter(({ channelId, rule }) => {
    const { ping } = chosen.get(channelId) ?? settings.channel(channelId);
    return closed.get(channelId) === false && rulePingProblem(channelId, rule, ping, context) === null;
  });
}

/** Returns the settings that are still permitted. A channel keeps its present ping if the new one is not permitted. */
async function allowedSettings(plan: ImportPlan, context: AnswerContext): Promise<ImportPlan['settings']> {
  const { memberAccess, services } = context;
  const allowed: ImportPlan['settings'][number][] = [];
  for (const { channelId, settings: chosen } of plan.settings) {
    if ((await memberAccess.accessTo(channelId)) !== 'writes') continue;
    const { ping } = services.settings.channel(channelId);
    const mayPing =
      isSamePing(chosen.ping, ping) || memberPingProblem(channelId, chosen.ping, context) === null;
    allowed.push({ channelId, settings: mayPing ? chosen : { ...chosen, ping } });
  }
  return allowed;
}

/** Returns the templates of the server, and of channels in which the member may still write. */
async function allowedTemplates(plan: ImportPlan, { memberAccess }: AnswerContext) {
  const allowed: ImportPlan['templates'][number][] = [];
  for (const one of plan.templates)
    if (one.scope === 'server' || (await memberAccess.accessTo(one.target)) === 'writes') allowed.push(one);
  return allowed;
}

/**
 * Applies a confirmed import in one transaction. Alerts that a channel already has are not added twice; new alerts are
 * added before replaced ones are removed.
 * @returns the result in words
 * @throws UserError if there is no longer room for it; nothing is changed then
 */
export async function doImport(plan: ImportPlan, context: AnswerContext): Promise<string> {
  const { requester, guildId, services } = context;
  const { subscriptions, view } = services;
  const allowed = await allowedAlerts(plan, context);
  const at = services.now();
  const settings = await allowedSettings(plan, context);
  const templates = await allowedTemplates(plan, context);
  const revised = await subscriptions.revise(guildId, {
    add: allowed.map(({ channelId, rule, paused, templates: own }) => ({
      ...withExistingRoles(rule, guildId, services.serverDirectory),
      guildId,
      channelId,
      createdBy: requester,
      createdAt: at,
      pausedAt: paused ? at : null,
      templates: own,
    })),
    remove: plan.removals,
    settings,
    templates,
  });
  if (revised.type === 'over') throw new UserError(overCapText(revised));
  const added = revised.added.filter(({ created }) => created).length;
  const updated = revised.added.filter(
    ({ created, subscription }, position) =>
      !created && (subscription.extras !== undefined || (allowed[position]?.templates.length ?? 0) > 0),
  );
  const removed = revised.removed.length;
  const { alertFiles: words } = view.messages;
  const parts = [
    words.added(added),
    ...(updated.length === 0 ? [] : [words.updated(updated.length)]),
    ...(removed === 0 ? [] : [words.removed(removed)]),
    ...(settings.length === 0 ? [] : [words.settingsTaken(settings.length)]),
    ...(templates.length === 0 ? [] : [words.templatesTaken(templates.length)]),
  ];
  const open = new Set(allowed.map(({ channelId }) => channelId));
  const inOpen = plan.alerts.filter(({ channelId }) => open.has(channelId)).length;
  const closed = new Set(plan.alerts.flatMap(({ channelId }) => (open.has(channelId) ? [] : [channelId])));
  const left = [...closed].map((id) => `<#${id}>`).join(', ');
  const mayNotPing = inOpen === allowed.length ? '' : words.mayNotPingMeanwhile(inOpen - allowed.length);
  const closedMeanwhile = left === '' ? '' : words.closedMeanwhile(left);
  const { templatesLeftOut: tooMany } = revised;
  const noRoom = tooMany === 0 ? '' : words.templatesLeftOut(tooMany);
  return `${words.done(parts.join(', '))}${closedMeanwhile}${mayNotPing}${noRoom}${words.seeList}`;
}
