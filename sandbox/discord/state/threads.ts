import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import { channelPayload } from '../wire/channel.ts';
import { addChannel, dispatchChannelUpdate } from './channels.ts';
import type { ChannelRecord } from './records.ts';
import { applicationsIn, type World } from './world.ts';

type ThreadType = ChannelType.PublicThread | ChannelType.PrivateThread | ChannelType.AnnouncementThread;

/** Fields of a new thread; everything else has Discord's defaults. */
export interface NewThread {
  readonly name: string;
  readonly type: ThreadType;
  /** Becomes its first member. */
  readonly ownerId: string;
  /** The message that it starts from has the same id. */
  readonly messageId?: string;
  readonly autoArchiveMinutes?: number;
  readonly appliedTags?: readonly string[];
}

/** Discord's default: three days. */
const AUTO_ARCHIVE_MINUTES = 4_320;

/** The type of thread that anyone may open in a channel. */
export function publicThreadType(parent: ChannelRecord): ThreadType {
  return parent.type === ChannelType.GuildAnnouncement
    ? ChannelType.AnnouncementThread
    : ChannelType.PublicThread;
}

/** Opens a thread in a channel of a server and dispatches it to the bots that may view it. */
export function addThread(world: World, parent: ChannelRecord, fields: NewThread): ChannelRecord {
  const now = new Date(world.clock.now()).toISOString();
  return addChannel(world, {
    guildId: parent.guildId ?? '',
    name: fields.name,
    type: fields.type,
    parentId: parent.id,
    ...(fields.messageId === undefined ? {} : { id: fields.messageId }),
    thread: {
      ownerId: fields.ownerId,
      archived: false,
      locked: false,
      autoArchiveMinutes: fields.autoArchiveMinutes ?? AUTO_ARCHIVE_MINUTES,
      archiveChangedAt: now,
      createdAt: now,
      appliedTags: [...(fields.appliedTags ?? [])],
      memberIds: new Set([fields.ownerId]),
    },
  });
}

/** Archives, unarchives, locks or unlocks a thread. Returns whether that changed anything; changes are dispatched. */
export function setThreadState(
  world: World,
  channel: ChannelRecord,
  { archived, locked }: { readonly archived?: boolean; readonly locked?: boolean },
): boolean {
  const { thread } = channel;
  if (thread === null) {
    throw new Error(`Channel ${channel.id} is no thread.`);
  }
  const next = { archived: archived ?? thread.archived, locked: locked ?? thread.locked };
  if (next.archived === thread.archived && next.locked === thread.locked) {
    return false;
  }
  if (next.archived !== thread.archived) {
    thread.archiveChangedAt = new Date(world.clock.now()).toISOString();
  }
  Object.assign(thread, next);
  dispatchChannelUpdate(world, channel);
  return true;
}

/** Dispatches a membership change to a bot; without the members intent it receives only its own. */
function dispatchMembership(world: World, channel: ChannelRecord, userId: string, joined: boolean): void {
  const application = applicationsIn(world, channel.guildId ?? '').find(({ botId }) => botId === userId);
  if (application === undefined) {
    return;
  }
  const dispatchMember = (event: string, data: object): void =>
    world.dispatches.emit({
      event,
      data,
      guildId: channel.guildId,
      applicationId: application.id,
      intents: GatewayIntentBits.Guilds,
    });
  const join_timestamp = new Date(world.clock.now()).toISOString();
  const member = { id: channel.id, user_id: userId, join_timestamp, flags: 0 };
  if (joined && channel.type === ChannelType.PrivateThread) {
    dispatchMember('THREAD_CREATE', { ...channelPayload(world, channel), member });
  }
  dispatchMember('THREAD_MEMBERS_UPDATE', {
    id: channel.id,
    guild_id: channel.guildId,
    member_count: channel.thread?.memberIds.size ?? 0,
    ...(joined ? { added_members: [{ ...member, presence: null }] } : { removed_member_ids: [userId] }),
  });
}

/** Adds a member to a thread; no effect on existing members. */
export function joinThread(world: World, channel: ChannelRecord, userId: string): void {
  if (channel.thread === null || channel.thread.memberIds.has(userId)) {
    return;
  }
  channel.thread.memberIds.add(userId);
  dispatchMembership(world, channel, userId, true);
}

/** Removes a member from a thread. */
export function leaveThread(world: World, channel: ChannelRecord, userId: string): void {
  if (channel.thread?.memberIds.delete(userId) === true) {
    dispatchMembership(world, channel, userId, false);
  }
}
