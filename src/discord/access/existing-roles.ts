import type { Rule } from '#src/alerts/subscription.ts';
import type { ServerDirectory } from './server-directory.ts';

/** Returns the rule without deleted ping roles; unchanged while the server is not known. */
export function withExistingRoles<R extends Pick<Rule, 'pingRoles'>>(
  rule: R,
  guildId: string,
  serverDirectory: Pick<ServerDirectory, 'role'>,
): R {
  // Every server has a role with its own id, @everyone.
  if (rule.pingRoles.length === 0 || serverDirectory.role(guildId, guildId) === null) return rule;
  return { ...rule, pingRoles: rule.pingRoles.filter((id) => serverDirectory.role(guildId, id) !== null) };
}
