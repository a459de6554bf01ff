import { PermissionFlagsBits as Bits, ChannelType, MessageFlags } from 'discord-api-types/v10';
import { channelsOf, removeChannel } from '../state/channels.ts';
import { editMessage } from '../state/messages.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import { addThread, joinThread, leaveThread, publicThreadType } from '../state/threads.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from '../wire/channel.ts';
import { field, isRecord, textField } from '../wire/fields.ts';
import {
  cannotActOnChannelType,
  invalidField,
  threadAlreadyExists,
  threadArchived,
  unknownMember,
} from './errors.ts';
import { postMessage } from './messages.ts';
import {
  accessibleChannel,
  accessibleGuild,
  findMessage,
  requireChannelPermissions,
} from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type RestAnswer, type RestRequest, type Route } from './route.ts';

const FORUMS: ReadonlySet<ChannelType> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const WITH_THREADS: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ...FORUMS,
]);

const ARCHIVE_AFTER_MINUTES: ReadonlySet<unknown> = new Set([60, 1_440, 4_320, 10_080]);

/** The fields of a new thread, from the request's body. Throws 50035. */
function askedFor(body: unknown) {
  const name = textField(body, 'name') ?? '';
  if (name.length < 1 || name.length > 100) {
    throw invalidField('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  const minutes = field(body, 'auto_archive_duration');
  if (minutes !== undefined && minutes !== null && !ARCHIVE_AFTER_MINUTES.has(minutes)) {
    const message = 'Value must be one of (60, 1440, 4320, 10080).';
    throw invalidField('auto_archive_duration', 'BASE_TYPE_CHOICES', message);
  }
  const tags = field(body, 'applied_tags');
  return {
    name,
    ...(typeof minutes === 'number' ? { autoArchiveMinutes: minutes } : {}),
    appliedTags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}

function startThread(world: World, caller: ApplicationRecord, request: RestRequest): RestAnswer {
  const parent = accessibleChannel(world, caller, param(request, 'channelId'));
  if (!WITH_THREADS.has(parent.type)) {
    throw cannotActOnChannelType();
  }
  if (FORUMS.has(parent.type)) {
    return startPost(world, caller, parent, request);
  }
  const isPrivate = field(request.body, 'type') === ChannelType.PrivateThread;
  requireChannelPermissions(
    world,
    caller,
    parent,
    isPrivate ? Bits.CreatePrivateThreads : Bits.CreatePublicThreads,
  );
  const type = isPrivate ? ChannelType.PrivateThread : publicThreadType(parent);
  const thread = addThread(world, parent, { ...askedFor(request.body), type, ownerId: caller.botId });
  return { status: 201, body: channelPayload(world, thread) };
}

/** A forum's post is a thread whose first message has the thread's id. Its nonce has no effect. */
function startPost(
  world: World,
  caller: ApplicationRecord,
  parent: ChannelRecord,
  request: RestRequest,
): RestAnswer {
  requireChannelPermissions(world, caller, parent, Bits.SendMessages);
  const sent = field(request.body, 'message');
  if (!isRecord(sent)) {
    throw invalidField('message', 'BASE_TYPE_REQUIRED', 'This field is required');
  }
  const type = ChannelType.PublicThread;
  const thread = addThread(world, parent, { ...askedFor(request.body), type, ownerId: caller.botId });
  const { nonce: _nonce, enforce_nonce: _enforce, ...body } = sent;
  try {
    const message = postMessage(world, caller, thread, { ...request, body }, thread.id);
    return { status: 201, body: { ...channelPayload(world, thread), message: message.body } };
  } catch (error) {
    removeChannel(world, thread);
    throw error;
  }
}

/** A thread started from a message has the message's id, and the message is flagged. */
function startAtMessage(world: World, caller: ApplicationRecord, request: RestRequest): RestAnswer {
  const parent = accessibleChannel(world, caller, param(request, 'channelId'));
  if (!WITH_THREADS.has(parent.type) || FORUMS.has(parent.type)) {
    throw cannotActOnChannelType();
  }
  requireChannelPermissions(world, caller, parent, Bits.CreatePublicThreads);
  const message = findMessage(world, parent, param(request, 'messageId'));
  if (world.channels.has(message.id)) {
    throw threadAlreadyExists();
  }
  const thread = addThread(world, parent, {
    ...askedFor(request.body),
    type: publicThreadType(parent),
    ownerId: caller.botId,
    messageId: message.id,
  });
  const flags = (message.payload.flags ?? 0) | MessageFlags.HasThread;
  editMessage(world, message, { ...message.payload, flags });
  return { status: 201, body: channelPayload(world, thread) };
}

function threadOf(world: World, caller: ApplicationRecord, request: RestRequest): ChannelRecord {
  const channel = accessibleChannel(world, caller, param(request, 'channelId'));
  if (channel.thread === null) {
    throw cannotActOnChannelType();
  }
  if (channel.thread.archived) {
    throw threadArchived();
  }
  return channel;
}

function memberRoutes(world: World): Route[] {
  const own = '/channels/:channelId/thread-members/@me';
  const other = '/channels/:channelId/thread-members/:userId';
  return [
    botRoute('PUT', own, (request, caller) => {
      joinThread(world, threadOf(world, caller, request), caller.botId);
      return NO_CONTENT;
    }),
    botRoute('DELETE', own, (request, caller) => {
      leaveThread(world, threadOf(world, caller, request), caller.botId);
      return NO_CONTENT;
    }),
    botRoute('PUT', other, (request, caller) => {
      const thread = threadOf(world, caller, request);
      requireChannelPermissions(world, caller, thread, Bits.SendMessagesInThreads);
      const userId = param(request, 'userId');
      if (world.guilds.get(thread.guildId ?? '')?.members.has(userId) !== true) {
        throw unknownMember();
      }
      joinThread(world, thread, userId);
      return NO_CONTENT;
    }),
    botRoute('GET', other, (request, caller) => {
      const thread = threadOf(world, caller, request);
      const userId = param(request, 'userId');
      if (thread.thread?.memberIds.has(userId) !== true) {
        throw unknownMember();
      }
      return ok({
        id: thread.id,
        user_id: userId,
        join_timestamp: new Date(world.clock.now()).toISOString(),
        flags: 0,
      });
    }),
    botRoute('DELETE', other, (request, caller) => {
      const thread = threadOf(world, caller, request);
      if (thread.thread?.ownerId !== caller.botId) {
        requireChannelPermissions(world, caller, thread, Bits.ManageThreads);
      }
      leaveThread(world, thread, param(request, 'userId'));
      return NO_CONTENT;
    }),
  ];
}

/** Threads: in a text channel, from a message, as a forum post; active threads; their members. */
export function threadRoutes(world: World): Route[] {
  return [
    botRoute('POST', '/channels/:channelId/threads', (request, caller) =>
      startThread(world, caller, request),
    ),
    botRoute('POST', '/channels/:channelId/messages/:messageId/threads', (request, caller) =>
      startAtMessage(world, caller, request),
    ),
    botRoute('GET', '/guilds/:guildId/threads/active', (request, caller) => {
      const guild = accessibleGuild(world, caller, param(request, 'guildId'));
      const threads = channelsOf(world, guild.id).filter(
        (channel) =>
          channel.thread?.archived === false &&
          allows(channelPermissions(world, channel, caller.botId), Bits.ViewChannel),
      );
      return ok({
        threads: threads.map((thread) => channelPayload(world, thread)),
        members: [],
        has_more: false,
      });
    }),
    ...memberRoutes(world),
  ];
}
