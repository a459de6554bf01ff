import { channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { storeAttachment } from '../wire/attachments.ts';
import { channelPayload } from '../wire/channel.ts';
import { partialMember } from '../wire/guild.ts';
import type { LocalFile } from './files.ts';

/** The `resolved` data of an interaction, for the ids in its options or values. */
export interface Resolved {
  users?: Record<string, unknown>;
  members?: Record<string, unknown>;
  roles?: Record<string, unknown>;
  channels?: Record<string, unknown>;
  attachments?: Record<string, unknown>;
}

/** Collects the resolved data of one user's interaction with one application. */
export function createResolver(
  world: World,
  who: { userId: string; channel: ChannelRecord; application: ApplicationRecord },
) {
  const resolved: Resolved = {};
  const { guildId } = who.channel;
  const guild = guildId === null ? undefined : world.guilds.get(guildId);

  return {
    resolved,
    /** Whether the user exists; if so, it is added to the resolved data. */
    user(id: string): boolean {
      const user = world.users.get(id);
      if (user === undefined) {
        return false;
      }
      resolved.users = { ...resolved.users, [id]: user };
      const member = guild?.members.get(id);
      if (guild !== undefined && member !== undefined) {
        resolved.members = { ...resolved.members, [id]: { ...partialMember(member), permissions: '0' } };
      }
      return true;
    },
    role(id: string): boolean {
      const role = guild?.roles.get(id);
      if (role === undefined) {
        return false;
      }
      resolved.roles = { ...resolved.roles, [id]: role };
      return true;
    },
    /** Whether the user can view such a channel of one of the types. */
    channel(id: string, types: readonly number[] | undefined): boolean {
      const channel = world.channels.get(id);
      if (channel === undefined || channel.guildId !== guildId) {
        return false;
      }
      const permissions = channelPermissions(world, channel, who.userId);
      if (permissions === 0n || (types !== undefined && types.length > 0 && !types.includes(channel.type))) {
        return false;
      }
      const { permission_overwrites: _overwrites, ...shown } = channelPayload(world, channel);
      resolved.channels = {
        ...resolved.channels,
        [id]: {
          ...shown,
          permissions: permissions.toString(),
          app_permissions: channelPermissions(world, channel, who.application.botId).toString(),
        },
      };
      return true;
    },
    /** Uploads a file and returns the attachment's id. */
    attachment({ name, content, contentType = '' }: LocalFile): string {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const file = { key: name, name, contentType, bytes };
      const attachment = { ...storeAttachment(world, who.channel.id, file), ephemeral: true };
      resolved.attachments = { ...resolved.attachments, [attachment.id]: attachment };
      return attachment.id;
    },
  };
}

export type Resolver = ReturnType<typeof createResolver>;
