import { ChannelType } from 'discord-api-types/v10';
import { bad, type Check } from '../check-result.ts';
import type { DiscordApi } from '../discord/api.ts';
import { type AccessReader, createAccessReader } from '../discord/channel-access.ts';
import { tokenFailure } from '../discord/identity.ts';
import { postingProblem } from '../discord/posting.ts';
import { wireUser } from '../discord/wire.ts';
import type { LiveArguments } from './arguments.ts';
import type { LabChannel, Site } from './site.ts';

const WITH_MESSAGES: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

/** Returns a channel of one of these types in which the bot may post; `null` if it is none. */
async function* openChannel(
  readAccess: AccessReader,
  channelId: string,
  wanted: { readonly types: readonly ChannelType[]; readonly what: string },
): Check<LabChannel | null> {
  const access = await readAccess(channelId, null);
  if (access.type === 'gone') {
    yield bad(
      `There is no channel ${channelId}.`,
      'Give the id of another one (Developer Mode, then Copy ID).',
    );
    return null;
  }
  const problem = postingProblem(access, channelId, 'The messages of the probes');
  if (problem !== null) yield problem;
  if (problem !== null || access.type !== 'seen') return null;
  const { name, guildId, channelType: type, permissions } = access;
  if (!wanted.types.includes(type)) {
    yield bad(`${name} is not ${wanted.what}.`, `Give the id of ${wanted.what}.`);
    return null;
  }
  return { id: channelId, name, guildId, type, permissions };
}

/** Reads where the probes may post. Returns `null` if they cannot, after the reason. Changes nothing. */
export async function* openSite(
  api: DiscordApi,
  { channelId, forumId, personId, mayPublish }: LiveArguments,
  options: { readonly apiUrl: string; readonly now: () => number },
): Check<Site | null> {
  const user = await api.get('/users/@me', wireUser);
  if (!user.ok) {
    yield tokenFailure(user, options.apiUrl);
    return null;
  }
  const botUserId = user.value.id;
  const readAccess = createAccessReader(api, botUserId, options.now);
  const channel = yield* openChannel(readAccess, channelId, {
    types: WITH_MESSAGES,
    what: 'a text or announcement channel',
  });
  if (channel === null) return null;
  if (forumId === null) return { channel, forum: null, personId, mayPublish, botUserId };
  const forum = yield* openChannel(readAccess, forumId, {
    types: [ChannelType.GuildForum],
    what: 'a forum',
  });
  return forum === null ? null : { channel, forum, personId, mayPublish, botUserId };
}
