import { rolesPingedBy } from '#src/alerts/ping.ts';
import type { PingSettings } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { CommandServices } from '../services.ts';
import { type Sentence, UserError } from '../user-error.ts';
import type { MemberAccess } from './member-access.ts';
import { withExistingRoles } from './server-directory.ts';

type PermissionContext = Pick<AnswerContext, 'guildId' | 'memberAccess' | 'services'>;
type PingingRule = Pick<Rule, 'pingRoles'>;

/** The requesting member, and the roles of their server. */
export interface PingContext {
  readonly guildId: string;
  readonly memberAccess: MemberAccess;
  readonly services: Pick<CommandServices, 'serverDirectory'>;
}

/**
 * The text for a channel that does not exist, and for one that the member cannot see or use, so that its existence is
 * not revealed.
 */
const NO_SUCH_CHANNEL: Sentence = ({ permissions }) => permissions.noSuchChannel;

/** Returns why the member may not ping the role in the channel, and the remedy; `null` if they may. */
export function memberPingProblem(
  channelId: string,
  ping: PingSettings | null,
  { memberAccess }: Pick<PermissionContext, 'memberAccess'>,
): Sentence | null {
  if (ping === null || memberAccess.mayMention(channelId, ping.roleId)) return null;
  return ({ permissions }) => permissions.memberMayNotPing(`<@&${ping.roleId}>`, `<#${channelId}>`);
}

/** @throws UserError if the member may not ping the role in the channel */
export function requireMention(
  channelId: string,
  ping: PingSettings | null,
  context: Pick<PermissionContext, 'memberAccess'>,
): void {
  const missing = memberPingProblem(channelId, ping, context);
  if (missing !== null) throw new UserError(missing);
}

/** @throws UserError if the member may not write in the channel, with the same text as for an unknown channel */
export async function requireWritable(
  channelId: string,
  { memberAccess }: Pick<PermissionContext, 'memberAccess'>,
): Promise<void> {
  if ((await memberAccess.accessTo(channelId)) !== 'writes') throw new UserError(NO_SUCH_CHANNEL);
}

/**
 * Returns why the bot or the member may not make the rule's pings in the channel, and the remedy; `null` if both may.
 * Deleted roles are ignored, because they are never pinged.
 * @param ping the channel's ping
 * @param kept roles that the rule already pings; a missing permission of the bot for them does not prevent a change
 */
export function rulePingProblem(
  channelId: string,
  rule: PingingRule,
  ping: PingSettings | null,
  { guildId, memberAccess, services }: PingContext,
  kept: readonly string[] = [],
): Sentence | null {
  const { serverDirectory } = services;
  if (rule.pingRoles.includes(guildId)) return ({ channelSettings }) => channelSettings.notEveryone;
  const existing = withExistingRoles(rule, guildId, serverDirectory);
  const muted = existing.pingRoles.find(
    (roleId) => !kept.includes(roleId) && !serverDirectory.mayPing(channelId, roleId),
  );
  if (muted !== undefined) {
    return ({ permissions }) => permissions.botMayNotPing(`<@&${muted}>`, `<#${channelId}>`);
  }
  const refused = rolesPingedBy(existing, ping).find((roleId) => !memberAccess.mayMention(channelId, roleId));
  if (refused === undefined) return null;
  return ({ permissions }) => permissions.memberMayNotPing(`<@&${refused}>`, `<#${channelId}>`);
}

/** @throws UserError if the bot or the member may not make the rule's pings in the channel; `kept` as above */
export function requirePings(
  channelId: string,
  rule: PingingRule,
  context: PermissionContext,
  kept: readonly string[] = [],
): void {
  const { ping } = context.services.settings.channel(channelId);
  const problem = rulePingProblem(channelId, rule, ping, context, kept);
  if (problem !== null) throw new UserError(problem);
}

/** @throws UserError if the member may not add alerts of these rules, with their pings, to the channel */
export async function requireTargetChannel(
  channelId: string,
  rules: readonly PingingRule[],
  context: PermissionContext,
): Promise<void> {
  await requireWritable(channelId, context);
  for (const rule of rules) requirePings(channelId, rule, context);
}

/**
 * Checks access for changes of an existing alert, whose channel the member knows. Alerts of a deleted channel can be
 * changed, because nothing is posted there and they must be removable.
 * @throws UserError if the member may not write in the channel
 */
export async function requireWriteAccess(
  channelId: string,
  { memberAccess }: Pick<PermissionContext, 'memberAccess'>,
): Promise<void> {
  const accessTo = await memberAccess.accessTo(channelId);
  if (accessTo === 'hidden') throw new UserError(NO_SUCH_CHANNEL);
  if (accessTo === 'reads') {
    throw new UserError(({ permissions }) => permissions.memberMayNotWrite(`<#${channelId}>`));
  }
}

/**
 * @param kept roles that the rule already pings
 * @throws UserError if the member may not change a rule of the channel to this one, with its pings
 */
export async function requireChangeAccess(
  channelId: string,
  rule: PingingRule,
  context: PermissionContext,
  kept: readonly string[] = [],
): Promise<void> {
  await requireWriteAccess(channelId, context);
  requirePings(channelId, rule, context, kept);
}
