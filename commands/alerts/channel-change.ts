import { readPrice } from '../../src/discord/rule-input/price.ts';
import { isCleared } from '../../src/discord/rule-input/refusal.ts';
import type { ServerPlaces } from '../../src/discord/server-places.ts';
import { UserError } from '../../src/discord/user-error.ts';
import {
  type ChannelSettings,
  type PingRule,
  PLAIN_CHANNEL,
  type QuietHours,
} from '../../src/domain/settings.ts';
import type { Currency } from '../../src/domain/wei.ts';
import { readClockTime } from './clock-time.ts';

/** What somebody gave as options; `null` where they left one out. */
export interface ChannelTexts {
  readonly pingRole: string | null;
  readonly pingMinimum: string | null;
  readonly pingCoolDown: number | null;
  readonly look: string | null;
  readonly publish: boolean | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly hourlyLimit: number | null;
  readonly reset: string | null;
}

interface Where {
  readonly guildId: string;
  readonly channelId: string;
  readonly isAnnouncement: boolean;
  readonly places: Pick<ServerPlaces, 'mayPing'>;
  readonly currency: Currency;
}

function afterReset(present: ChannelSettings, reset: string | null): ChannelSettings {
  const { ping, look, publish, quiet, hourlyLimit } = PLAIN_CHANNEL;
  switch (reset) {
    case 'everything':
      return PLAIN_CHANNEL;
    case 'pings':
      return { ...present, ping };
    case 'look':
      return { ...present, look };
    case 'publishing':
      return { ...present, publish };
    case 'quiet hours':
      return { ...present, quiet };
    case 'limit':
      return { ...present, hourlyLimit };
    default:
      return present;
  }
}

/** What has to be done before a role can be pinged in a channel. */
export function lackOfPing(channelId: string, roleId: string): string {
  return `I may not ping <@&${roleId}>. Allow everyone to mention it (Server settings → Roles), or give me “Mention @everyone, @here, and All Roles” in <#${channelId}>.`;
}

function pingOf(present: PingRule | null, texts: ChannelTexts, where: Where): PingRule | null {
  const { pingRole, pingMinimum, pingCoolDown } = texts;
  if (pingRole === null && pingMinimum === null && pingCoolDown === null) return present;
  const roleId = pingRole ?? present?.roleId;
  if (roleId === undefined) {
    throw new UserError('Say with **ping_role** who is to be pinged.');
  }
  if (roleId === where.guildId) {
    throw new UserError('**ping_role** cannot be everyone. Choose a role that people may leave again.');
  }
  if (pingRole !== null && !where.places.mayPing(where.channelId, roleId)) {
    throw new UserError(lackOfPing(where.channelId, pingRole));
  }
  const kept = present?.minimum ?? null;
  const read = (text: string) => readPrice({ option: 'ping_minimum', text }, where.currency);
  const minimum = pingMinimum === null ? kept : isCleared(pingMinimum) ? null : read(pingMinimum);
  return { roleId, minimum, coolDownMinutes: pingCoolDown ?? present?.coolDownMinutes ?? 0 };
}

function quietOf(present: QuietHours | null, { quietFrom, quietTo }: ChannelTexts): QuietHours | null {
  if (quietFrom === null && quietTo === null) return present;
  if ((quietFrom !== null && isCleared(quietFrom)) || (quietTo !== null && isCleared(quietTo))) return null;
  const from = quietFrom === null ? present?.from : readClockTime({ option: 'quiet_from', text: quietFrom });
  const to = quietTo === null ? present?.to : readClockTime({ option: 'quiet_to', text: quietTo });
  if (from === undefined || to === undefined) {
    throw new UserError('Quiet hours need both **quiet_from** and **quiet_to**, such as 22:00 and 08:00.');
  }
  if (from === to) {
    throw new UserError(
      '**quiet_from** and **quiet_to** are the same time. To hold everything back, use `/alerts pause`.',
    );
  }
  return { from, to };
}

/**
 * A channel's settings changed by what somebody gave.
 * @throws UserError that names the option
 */
export function changedChannelSettings(
  present: ChannelSettings,
  texts: ChannelTexts,
  where: Where,
): ChannelSettings {
  const base = afterReset(present, texts.reset);
  const { look, publish, hourlyLimit } = texts;
  if (publish === true && !where.isAnnouncement) {
    throw new UserError(
      `<#${where.channelId}> is no announcement channel, and only those can be followed by other servers. Leave **publish** out.`,
    );
  }
  return {
    ping: pingOf(base.ping, texts, where),
    look: look === 'compact' || look === 'normal' || look === 'big' ? look : base.look,
    publish: publish ?? base.publish,
    quiet: quietOf(base.quiet, texts),
    hourlyLimit: hourlyLimit ?? base.hourlyLimit,
  };
}
