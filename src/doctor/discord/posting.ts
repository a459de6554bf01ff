import type { SubscribedChannel } from '../../store/rows/subscribed-channel.ts';
import { bad, type Check, type Finding, good, warning } from '../finding.ts';
import type { Standing, Standings } from './channels.ts';

const GIVE_BACK = 'In Discord: the channel → Edit Channel → Permissions → the bot’s role';

/** What keeps the bot from posting; `null` when nothing does. @param what such as `Alerts` */
function obstacle(standing: Standing, channelId: string, what: string): Finding | null {
  switch (standing.type) {
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
        `${GIVE_BACK}: allow View Channel; or invite the bot to that server.`,
      );
    case 'away':
      return bad(
        `${what} are to go to channel ${channelId} of the server ${standing.guildId}, which the bot is not in any more.`,
        'Invite the bot there again by the link above; what waits there is then told.',
      );
    case 'unknown':
      return bad(
        `What the bot may do in channel ${channelId} cannot be told: ${standing.reason}.`,
        'Try again in a minute.',
      );
    case 'seen':
      if (standing.isInTimeOut)
        return bad(
          `${what} cannot be posted in ${standing.name}: the bot is in time-out there.`,
          'A moderator of the server ends it: click the bot → Remove Timeout.',
        );
      if (standing.missing.length > 0)
        return bad(
          `${what} cannot be posted in ${standing.name}: the bot lacks ${standing.missing.join(', ')}.`,
          `${GIVE_BACK}: allow ${standing.missing.join(', ')}.`,
        );
      return null;
    default:
      return standing satisfies never;
  }
}

/** A permission that is only good to have, and whether Discord stopped the channel. */
function remarks(standing: Standing, { stoppedBy }: SubscribedChannel): readonly Finding[] {
  if (standing.type !== 'seen') return [];
  const unread = warning(
    `In ${standing.name} the bot lacks Read Message History: it cannot look whether an alert arrived when Discord’s answer is lost.`,
    `${GIVE_BACK}: allow Read Message History.`,
  );
  const stopped = warning(
    `Alerts in ${standing.name} were stopped, because Discord refused one (code ${stoppedBy}); now nothing is missing there.`,
    'They go on when the bot is started next, or at once with /alerts resume there.',
  );
  return [...(standing.readsHistory ? [] : [unread]), ...(stoppedBy === null ? [] : [stopped])];
}

/** Checks that the bot may post in every channel that has rules in force. */
export async function* checkChannels(channels: readonly SubscribedChannel[], standingIn: Standings): Check {
  const fine: string[] = [];
  for (const channel of channels) {
    const standing = await standingIn(channel.channelId, channel.guildId);
    const problem = obstacle(standing, channel.channelId, 'Alerts');
    if (problem !== null) {
      const code = channel.stoppedBy;
      yield code === null
        ? problem
        : { ...problem, details: [`It is stopped: Discord refused an alert with code ${code}.`] };
      continue;
    }
    yield* remarks(standing, channel);
    if (standing.type === 'seen') fine.push(standing.name);
  }
  if (fine.length > 0)
    yield good(
      `Alerts can be posted in ${fine.length} of ${channels.length} subscribed channels: ${fine.slice(0, 10).join(', ')}${fine.length > 10 ? ' …' : ''}.`,
    );
  if (channels.length === 0) yield good('No channel is subscribed yet; /alerts add does that.');
}

/** Checks that the bot may post where the operator is told of trouble. */
export async function* checkOperatorChannel(channelId: string | null, standingIn: Standings): Check {
  if (channelId === null) return;
  const standing = await standingIn(channelId, null);
  const problem = obstacle(standing, channelId, 'The operator’s messages');
  yield problem ??
    good(`The operator is told of trouble in ${standing.type === 'seen' ? standing.name : channelId}.`);
}
