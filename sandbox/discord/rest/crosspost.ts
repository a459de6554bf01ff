import { PermissionFlagsBits as Bits, ChannelType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { editMessage } from '../state/messages.ts';
import type { ApplicationRecord } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { alreadyCrossposted, cannotActOnChannelType, invalidMessageType } from './errors.ts';
import { accessibleChannel, findMessage, requireChannelPermissions } from './permission-checks.ts';
import { botRoute, ok, param, type RestAnswer, type RestRequest, type Route } from './route.ts';

function crosspost(world: World, caller: ApplicationRecord, request: RestRequest): RestAnswer {
  const channel = accessibleChannel(world, caller, param(request, 'channelId'));
  const message = findMessage(world, channel, param(request, 'messageId'));
  if (channel.type !== ChannelType.GuildAnnouncement) {
    throw cannotActOnChannelType();
  }
  const own = message.authorId === caller.botId;
  requireChannelPermissions(
    world,
    caller,
    channel,
    own ? Bits.SendMessages : Bits.SendMessages | Bits.ManageMessages,
  );
  const { payload } = message;
  if (((payload.flags ?? 0) & MessageFlags.Crossposted) !== 0) {
    throw alreadyCrossposted();
  }
  if (payload.type !== MessageType.Default || payload.poll !== undefined) {
    throw invalidMessageType();
  }
  editMessage(world, message, { ...payload, flags: (payload.flags ?? 0) | MessageFlags.Crossposted });
  return ok(message.payload);
}

/** Publishing a message of an announcement channel to the servers that follow it (Discord docs: Crosspost Message). */
export function crosspostRoutes(world: World): Route[] {
  return [
    botRoute('POST', '/channels/:channelId/messages/:messageId/crosspost', (request, caller) =>
      crosspost(world, caller, request),
    ),
  ];
}
