import { hasChart } from '#src/alerts/kinds/registry.ts';
import type { SubscribedChannel } from '#src/store/database/sqlite/examine.ts';
import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { AccessReader, ChannelAccess } from './channel-access.ts';

const OPEN_PERMISSIONS = 'In Discord: the channel → Edit Channel → Permissions → the bot’s role';

/**
 * Returns why the bot cannot post; `null` if it can.
 * @param what for example `Alerts`
 */
export function postingProblem(access: ChannelAccess, channelId: string, what: string): CheckResult | null {
  switch (access.type) {
    case 'gone':
      return bad(
        `${what} are to go to channel ${channelId}, which was deleted.`,
        what === 'Alerts'
          ? 'Take its rules away there with /alerts remove, or move them with /alerts copy.'
          : 'Set OPERATOR_CHANNEL_ID to another channel (Developer Mode, then Copy Channel ID).',
      );
    case 'hidden':
      return bad(
        `${what} are to go to channel ${channelId}, which the bot cannot see.`,
        `${OPEN_PERMISSIONS}: allow View Channel; or invite the bot to that server.`,
      );
    case 'away':
      return bad(
        `${what} are to go to channel ${channelId} of the server ${access.guildId}, which the bot is not in any more.`,
        'Invite the bot there again by the link above; the alerts that wait are then posted.',
      );
    case 'unknown':
      return bad(
        `The bot’s permissions in channel ${channelId} could not be read: ${access.reason}.`,
        'Try again in a minute.',
      );
    case 'seen':
      if (access.isInTimeOut)
        return bad(
          `${what} cannot be posted in ${access.name}: the bot is in time-out there.`,
          'A moderator of the server ends it: click the bot → Remove Timeout.',
        );
      if (access.missing.length > 0)
        return bad(
          `${what} cannot be posted in ${access.name}: the bot lacks ${access.missing.join(', ')}.`,
          `${OPEN_PERMISSIONS}: allow ${access.missing.join(', ')}.`,
        );
      return null;
    default:
      return access satisfies never;
  }
}

/** Returns warnings: missing optional permissions, and alerts that stopped after a Discord error. */
function remarks(access: ChannelAccess, { stoppedBy, topics }: SubscribedChannel): readonly CheckResult[] {
  if (access.type !== 'seen') return [];
  const unread = warning(
    `In ${access.name} the bot lacks Read Message History: it cannot check whether an alert was posted when Discord’s answer is lost.`,
    `${OPEN_PERMISSIONS}: allow Read Message History.`,
  );
  const chartless = warning(
    `In ${access.name} the bot lacks Attach Files: alerts of rules for floors and recaps come without their charts.`,
    `${OPEN_PERMISSIONS}: allow Attach Files.`,
  );
  const stopped = warning(
    `Alerts in ${access.name} were stopped, because Discord refused one (code ${stoppedBy}); now nothing is missing there.`,
    'They go on when the bot is started next, or at once with /alerts resume there.',
  );
  return [
    ...(access.readsHistory ? [] : [unread]),
    ...(access.attachesFiles || !topics.some(hasChart) ? [] : [chartless]),
    ...(stoppedBy === null ? [] : [stopped]),
  ];
}

/** Checks that the bot can post in every channel with active rules. */
export async function* checkChannels(
  channels: readonly SubscribedChannel[],
  readAccess: AccessReader,
): Check {
  const postable: string[] = [];
  for (const channel of channels) {
    const access = await readAccess(channel.channelId, channel.guildId);
    const problem = postingProblem(access, channel.channelId, 'Alerts');
    if (problem !== null) {
      const code = channel.stoppedBy;
      yield code === null
        ? problem
        : { ...problem, details: [`It is stopped: Discord refused an alert with code ${code}.`] };
      continue;
    }
    yield* remarks(access, channel);
    if (access.type === 'seen') postable.push(access.name);
  }
  if (postable.length > 0)
    yield good(
      `Alerts can be posted in ${postable.length} of ${channels.length} subscribed channels: ${postable.slice(0, 10).join(', ')}${postable.length > 10 ? ' …' : ''}.`,
    );
  if (channels.length === 0) yield good('No channel is subscribed yet; /alerts add does that.');
}

/** Checks that the bot can post in the operator's channel. */
export async function* checkOperatorChannel(channelId: string | null, readAccess: AccessReader): Check {
  if (channelId === null) return;
  const access = await readAccess(channelId, null);
  const problem = postingProblem(access, channelId, 'The operator’s messages');
  yield problem ??
    good(`The operator’s messages can be posted in ${access.type === 'seen' ? access.name : channelId}.`);
}
