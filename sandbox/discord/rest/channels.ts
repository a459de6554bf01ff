import { PermissionFlagsBits as Bits, ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import { dispatchChannelUpdate, removeChannel } from '../state/channels.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord, ThreadRecord } from '../state/records.ts';
import { setThreadState } from '../state/threads.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from '../wire/channel.ts';
import { isRecord, textField } from '../wire/fields.ts';
import { invalidField, missingAccess, threadArchived, unknownOverwrite } from './errors.ts';
import { overwriteOf, overwritesOf } from './overwrites.ts';
import { accessibleChannel, requireChannelPermissions } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type RestRequest, type Route } from './route.ts';

function change(channel: ChannelRecord, sent: Record<string, unknown>): void {
  const name = sent['name'];
  if (name !== undefined) {
    if (typeof name !== 'string' || name.length < 1 || name.length > 100) {
      throw invalidField('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
    }
    channel.name = name;
  }
  if ('topic' in sent) {
    channel.topic = textField(sent, 'topic') ?? null;
  }
  if ('parent_id' in sent) {
    channel.parentId = textField(sent, 'parent_id') ?? null;
  }
  if (typeof sent['nsfw'] === 'boolean') {
    channel.nsfw = sent['nsfw'];
  }
  if (typeof sent['position'] === 'number') {
    channel.position = sent['position'];
  }
  if (typeof sent['rate_limit_per_user'] === 'number') {
    channel.slowModeSeconds = sent['rate_limit_per_user'];
  }
  if (Array.isArray(sent['permission_overwrites'])) {
    channel.overwrites.clear();
    for (const overwrite of overwritesOf(sent['permission_overwrites'])) {
      channel.overwrites.set(overwrite.id, overwrite);
    }
  }
  if (channel.thread !== null && typeof sent['auto_archive_duration'] === 'number') {
    channel.thread.autoArchiveMinutes = sent['auto_archive_duration'];
  }
}

/**
 * Discord docs: Modify Channel, Thread. Whoever may write in a thread may unarchive it unless it is locked; its
 * owner may also archive and rename it; everything else needs Manage Threads. An archived thread must be
 * unarchived before other changes.
 */
function changeThread(
  world: World,
  channel: ChannelRecord,
  thread: ThreadRecord,
  caller: ApplicationRecord,
  sent: Record<string, unknown>,
): void {
  const { archived, locked } = sent;
  const onlyUnarchives = archived === false && Object.keys(sent).length === 1;
  const own = thread.ownerId === caller.botId && locked === undefined;
  const unmoderated = !thread.locked && (onlyUnarchives || own);
  requireChannelPermissions(
    world,
    caller,
    channel,
    unmoderated ? Bits.SendMessagesInThreads : Bits.ManageThreads,
  );
  if (thread.archived && archived !== false) {
    throw threadArchived();
  }
  change(channel, sent);
  const state = {
    ...(typeof archived === 'boolean' ? { archived } : {}),
    ...(typeof locked === 'boolean' ? { locked } : {}),
  };
  const isDispatched = setThreadState(world, channel, state);
  if (!isDispatched) {
    dispatchChannelUpdate(world, channel);
  }
}

/**
 * Without Connect, Discord refuses every change of a voice channel: 50001 (discord-api-docs#1522, discord.js#6617).
 */
function requireConnect(world: World, caller: ApplicationRecord, channel: ChannelRecord): void {
  const isVoice = channel.type === ChannelType.GuildVoice || channel.type === ChannelType.GuildStageVoice;
  if (isVoice && !allows(channelPermissions(world, channel, caller.botId), Bits.Connect)) {
    throw missingAccess();
  }
}

function typing(world: World, channel: ChannelRecord, caller: ApplicationRecord): void {
  world.dispatches.emit({
    event: 'TYPING_START',
    data: {
      channel_id: channel.id,
      user_id: caller.botId,
      timestamp: Math.trunc(world.clock.now() / 1000),
      ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
    },
    guildId: channel.guildId,
    applicationId: null,
    intents:
      channel.guildId === null ? GatewayIntentBits.DirectMessageTyping : GatewayIntentBits.GuildMessageTyping,
  });
}

/** One channel: get, change, delete, permission overwrites, typing. */
export function channelRoutes(world: World): Route[] {
  const channelOf = (request: RestRequest, caller: ApplicationRecord): ChannelRecord =>
    accessibleChannel(world, caller, param(request, 'channelId'));
  return [
    botRoute('GET', '/channels/:channelId', (request, caller) =>
      ok(channelPayload(world, channelOf(request, caller))),
    ),
    botRoute('PATCH', '/channels/:channelId', (request, caller) => {
      const channel = channelOf(request, caller);
      const sent = isRecord(request.body) ? request.body : {};
      if (channel.thread === null) {
        requireConnect(world, caller, channel);
        requireChannelPermissions(world, caller, channel, Bits.ManageChannels);
        change(channel, sent);
        dispatchChannelUpdate(world, channel);
      } else {
        changeThread(world, channel, channel.thread, caller, sent);
      }
      return ok(channelPayload(world, channel));
    }),
    botRoute('DELETE', '/channels/:channelId', (request, caller) => {
      const channel = channelOf(request, caller);
      const payload = channelPayload(world, channel);
      if (channel.guildId !== null) {
        requireChannelPermissions(
          world,
          caller,
          channel,
          channel.thread === null ? Bits.ManageChannels : Bits.ManageThreads,
        );
        removeChannel(world, channel);
      }
      return ok(payload);
    }),
    botRoute('PUT', '/channels/:channelId/permissions/:overwriteId', (request, caller) => {
      const channel = channelOf(request, caller);
      requireChannelPermissions(world, caller, channel, Bits.ManageRoles);
      const overwrite = overwriteOf(param(request, 'overwriteId'), request.body);
      if (overwrite !== null) {
        channel.overwrites.set(overwrite.id, overwrite);
      }
      dispatchChannelUpdate(world, channel);
      return NO_CONTENT;
    }),
    botRoute('DELETE', '/channels/:channelId/permissions/:overwriteId', (request, caller) => {
      const channel = channelOf(request, caller);
      requireChannelPermissions(world, caller, channel, Bits.ManageRoles);
      if (!channel.overwrites.delete(param(request, 'overwriteId'))) {
        throw unknownOverwrite();
      }
      dispatchChannelUpdate(world, channel);
      return NO_CONTENT;
    }),
    botRoute('POST', '/channels/:channelId/typing', (request, caller) => {
      const channel = channelOf(request, caller);
      requireChannelPermissions(
        world,
        caller,
        channel,
        channel.thread === null ? Bits.SendMessages : Bits.SendMessagesInThreads,
      );
      typing(world, channel, caller);
      return NO_CONTENT;
    }),
  ];
}
