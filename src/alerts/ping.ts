import type { Wei } from '#src/chain/wei.ts';
import { type Alert, isMarketAlert, kindOf } from './kinds/registry.ts';
import type { PingSettings } from './settings.ts';

/** Maximum roles of a rule, and of a message. */
export const MAX_PING_ROLES = 5;

/** Roles that one alert pings in one channel, determined by its matching rules. */
export interface PingTargets {
  /** The rules' own roles, without duplicates. */
  readonly roles: readonly string[];
  /** Whether one of the rules has no roles of its own, so that the channel's role is pinged. */
  readonly channelRole: boolean;
}

/** For an alert whose rules have no roles of their own. */
export const CHANNEL_ROLE_ONLY: PingTargets = { roles: [], channelRole: true };

/**
 * Returns whether an alert may ping roles. A notice mentions its users, never a role.
 * @param minimum wei; `null` for none
 */
function shouldPing(alert: Alert, minimum: Wei | null): boolean {
  if (!isMarketAlert(alert)) return false;
  if (minimum === null) return true;
  const price = kindOf(alert).price(alert);
  return price !== null && price >= minimum;
}

/** Returns the roles that a rule pings in a channel with these settings. */
export function rolesPingedBy(
  { pingRoles }: { readonly pingRoles: readonly string[] },
  settings: PingSettings | null,
): readonly string[] {
  if (pingRoles.length > 0 || settings === null) return pingRoles;
  return [settings.roleId];
}

/**
 * Combines the ping targets of the rules that post an alert.
 * @param rules `isPinging`: whether the rule's conditions for pings hold; true by default
 */
export function pingTargetsOf(
  rules: readonly { readonly pingRoles: readonly string[]; readonly isPinging?: boolean }[],
): PingTargets {
  const pinging = rules.filter(({ isPinging = true }) => isPinging);
  return {
    roles: [...new Set(pinging.flatMap(({ pingRoles }) => pingRoles))],
    channelRole: rules.length === 0 || pinging.some(({ pingRoles }) => pingRoles.length === 0),
  };
}

/**
 * Returns the roles that a new message with these alerts mentions: those of every alert that reaches the channel's
 * minimum, without roles in their cool-down.
 * @param settings the channel's; `null` for no role, no minimum and no cool-down
 * @param lastPings when each role was last pinged in the channel, epoch ms
 * @param at epoch ms
 * @returns without duplicates, at most `MAX_PING_ROLES`
 */
export function rolesToPing(
  deliveries: readonly { readonly alert: Alert; readonly pings: PingTargets }[],
  settings: PingSettings | null,
  lastPings: ReadonlyMap<string, number>,
  at: number,
): readonly string[] {
  const coolDownMs = (settings?.coolDownMinutes ?? 0) * 60_000;
  function isCoolingDown(roleId: string): boolean {
    const lastPingAt = lastPings.get(roleId);
    // A ping in the future means that the clock was set back since, so its age is unknown.
    return lastPingAt !== undefined && lastPingAt <= at && at < lastPingAt + coolDownMs;
  }
  const wanted = deliveries
    .filter(({ alert }) => shouldPing(alert, settings?.minimum ?? null))
    .flatMap(({ pings }) => [
      ...(pings.channelRole && settings !== null ? [settings.roleId] : []),
      ...pings.roles,
    ]);
  return [...new Set(wanted)].filter((roleId) => !isCoolingDown(roleId)).slice(0, MAX_PING_ROLES);
}

/**
 * Returns whether a bid of this amount (wei) gets a new message in a channel with a live message of the auction. It
 * does only if it reaches the channel's minimum for pings; otherwise every bid would get one.
 */
export function shouldPostBid(rule: PingSettings | null, amount: Wei): boolean {
  return rule !== null && rule.minimum !== null && amount >= rule.minimum;
}
