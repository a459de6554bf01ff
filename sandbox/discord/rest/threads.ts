import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { addChannel, channelsOf, removeChannel } from '../state/channels.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from '../wire/channel.ts';
import { field, isRecord, textField } from '../wire/fields.ts';
import { demandInChannel, joinedGuild, messageIn, reachableChannel } from './access.ts';
import { cannotActOnChannelType, invalidField } from './errors.ts';
import { postMessage } from './messages.ts';
import { botRoute, NO_CONTENT, ok, param, type RestAnswer, type RestRequest, type Route } from './route.ts';

const FORUMS: ReadonlySet<ChannelType> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const WITH_THREADS: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ...FORUMS,
]);

function open(
  world: World,
  caller: ApplicationRecord,
  parent: ChannelRecord,
  body: unknown,
  type: ChannelType,
): ChannelRecord {
  const name = textField(body, 'name') ?? '';
  if (name.length < 1 || name.length > 100) {
    throw invalidField('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  const minutes = field(body, 'auto_archive_duration');
  const tags = field(body, 'applied_tags');
  return addChannel(world, {
    guildId: parent.guildId ?? '',
    name,
    type,
    parentId: parent.id,
    thread: {
      ownerId: caller.botId,
      archived: false,
      locked: false,
      autoArchiveMinutes: typeof minutes === 'number' ? minutes : 4_320,
      archiveChangedAt: new Date(world.clock.now()).toISOString(),
      appliedTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    },
  });
}

function startThread(world: World, caller: ApplicationRecord, request: RestRequest): RestAnswer {
  const parent = reachableChannel(world, caller, param(request, 'channelId'));
  if (!WITH_THREADS.has(parent.type)) {
    throw cannotActOnChannelType();
  }
  if (FORUMS.has(parent.type)) {
    return startPost(world, caller, parent, request);
  }
  const isPrivate = field(request.body, 'type') === ChannelType.PrivateThread;
  demandInChannel(world, caller, parent, isPrivate ? Bits.CreatePrivateThreads : Bits.CreatePublicThreads);
  const type = isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread;
  return { status: 201, body: channelPayload(world, open(world, caller, parent, request.body, type)) };
}

/** A forum's post is a thread whose first message has the thread's id. Its nonce protects nothing. */
function startPost(
  world: World,
  caller: ApplicationRecord,
  parent: ChannelRecord,
  request: RestRequest,
): RestAnswer {
  demandInChannel(world, caller, parent, Bits.SendMessages);
  const sent = field(request.body, 'message');
  if (!isRecord(sent)) {
    throw invalidField('message', 'BASE_TYPE_REQUIRED', 'This field is required');
  }
  const thread = open(world, caller, parent, request.body, ChannelType.PublicThread);
  const { nonce: _nonce, enforce_nonce: _enforce, ...body } = sent;
  try {
    const message = postMessage(world, caller, thread, { ...request, body }, thread.id);
    return { status: 201, body: { ...channelPayload(world, thread), message: message.body } };
  } catch (error) {
    removeChannel(world, thread);
    throw error;
  }
}

/** Threads: in a text channel, from a message, as a forum's post; those that are active. */
export function threadRoutes(world: World): Route[] {
  return [
    botRoute('POST', '/channels/:channelId/threads', (request, caller) =>
      startThread(world, caller, request),
    ),
    botRoute('POST', '/channels/:channelId/messages/:messageId/threads', (request, caller) => {
      const parent = reachableChannel(world, caller, param(request, 'channelId'));
      demandInChannel(world, caller, parent, Bits.CreatePublicThreads);
      messageIn(world, parent, param(request, 'messageId'));
      const type =
        parent.type === ChannelType.GuildAnnouncement
          ? ChannelType.AnnouncementThread
          : ChannelType.PublicThread;
      return { status: 201, body: channelPayload(world, open(world, caller, parent, request.body, type)) };
    }),
    botRoute('GET', '/guilds/:guildId/threads/active', (request, caller) => {
      const guild = joinedGuild(world, caller, param(request, 'guildId'));
      const threads = channelsOf(world, guild.id).filter((channel) => channel.thread?.archived === false);
      return ok({
        threads: threads.map((thread) => channelPayload(world, thread)),
        members: [],
        has_more: false,
      });
    }),
    botRoute('PUT', '/channels/:channelId/thread-members/@me', (request, caller) => {
      reachableChannel(world, caller, param(request, 'channelId'));
      return NO_CONTENT;
    }),
    botRoute('DELETE', '/channels/:channelId/thread-members/@me', (request, caller) => {
      reachableChannel(world, caller, param(request, 'channelId'));
      return NO_CONTENT;
    }),
  ];
}
