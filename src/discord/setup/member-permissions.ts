import { rolesPingedBy } from '../../alerts/ping.ts';
import type { PingSettings } from '../../alerts/settings.ts';
import type { Rule } from '../../alerts/subscription.ts';
import type { AnswerContext } from '../answer.ts';
import type { MemberAccess } from '../member-access.ts';
import type { CommandServices } from '../services.ts';
import { type Sentence, UserError } from '../user-error.ts';
import { withExistingRoles } from './existing-roles.ts';

type PermissionContext = Pick<AnswerContext, 'guildId' | 'memberAccess' | 'services'>;
type PingingRule = Pick<Rule, 'pingRoles'>;

/** Who asks, and what is known of the roles of their server. */
export interface PingContext {
  readonly guildId: string;
  readonly memberAccess: MemberAccess;
  readonly services: Pick<CommandServices, 'serverDirectory'>;
}

/** The same for a channel that does not exist, is hidden from them, or is closed to them: whether it exists stays hidden. */
const NO_SUCH_CHANNEL: Sentence = ({ permissions }) => permissions.noSuchChannel;

/** Why a ping of the role in the channel is more than they may do themselves, and what helps; `null` where they may. */
export function memberPingProblem(
  channelId: string,
  ping: PingSettings | null,
  { memberAccess }: Pick<PermissionContext, 'memberAccess'>,
): Sentence | null {
  if (ping === null || memberAccess.mayMention(channelId, ping.roleId)) return null;
  return ({ permissions }) => permissions.memberMayNotPing(`<@&${ping.roleId}>`, `<#${channelId}>`);
}

/** @throws UserError where a ping of the role in the channel is more than they may do themselves */
export function requireMention(
  channelId: string,
  ping: PingSettings | null,
  asking: Pick<PermissionContext, 'memberAccess'>,
): void {
  const missing = memberPingProblem(channelId, ping, asking);
  if (missing !== null) throw new UserError(missing);
}

/** @throws UserError where they may not write, as if there were no such channel */
export async function requireWritable(
  channelId: string,
  { memberAccess }: Pick<PermissionContext, 'memberAccess'>,
): Promise<void> {
  if ((await memberAccess.accessTo(channelId)) !== 'writes') throw new UserError(NO_SUCH_CHANNEL);
}

/**
 * Why the pings of a rule in the channel are more than the bot or they may do, and what helps; `null` where both may. Deleted
 * roles are never pinged, and so are no problem.
 * @param ping the channel's
 * @param kept roles that the rule pings already; that the bot may not ping one of them keeps nobody from changing the rule
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

/** @throws UserError where the bot or they may not ping in the channel what the rule pings; `kept` as above */
export function requirePings(
  channelId: string,
  rule: PingingRule,
  asking: PermissionContext,
  kept: readonly string[] = [],
): void {
  const { ping } = asking.services.settings.channel(channelId);
  const problem = rulePingProblem(channelId, rule, ping, asking, kept);
  if (problem !== null) throw new UserError(problem);
}

/** @throws UserError where they may not have the bot post alerts of these rules that were not posted there before, with their pings */
export async function requireTargetChannel(
  channelId: string,
  rules: readonly PingingRule[],
  asking: PermissionContext,
): Promise<void> {
  await requireWritable(channelId, asking);
  for (const rule of rules) requirePings(channelId, rule, asking);
}

/**
 * For an alert that is there already, and so names its channel. A channel that is gone holds nobody back: nothing is posted
 * there, and what is left of it has to be taken away.
 * @throws UserError where they may not write
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
 * @param kept roles that the rule pings already
 * @throws UserError where they may not change a rule of the channel to this one, with its pings
 */
export async function requireChangeAccess(
  channelId: string,
  rule: PingingRule,
  asking: PermissionContext,
  kept: readonly string[] = [],
): Promise<void> {
  await requireWriteAccess(channelId, asking);
  requirePings(channelId, rule, asking, kept);
}
