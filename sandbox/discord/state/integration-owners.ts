import { ApplicationIntegrationType, InteractionContextType } from 'discord-api-types/v10';
import { shareServer } from './direct-messages.ts';
import type { ApplicationRecord, ChannelRecord } from './records.ts';
import type { World } from './world.ts';

const { GuildInstall, UserInstall } = ApplicationIntegrationType;
/** Stands for the server in direct messages with the bot. */
const NO_SERVER = '0';

/**
 * Who installed the application where it is used, by integration type: the server, and the user (Discord docs:
 * Authorizing Integration Owners). Empty where nobody did.
 */
export type IntegrationOwners = Readonly<Partial<Record<ApplicationIntegrationType, string>>>;

/** Where an application is used: in a server, in its direct messages, or among other people. */
export function contextOf(channel: ChannelRecord, { botId }: ApplicationRecord): InteractionContextType {
  if (channel.guildId !== null) return InteractionContextType.Guild;
  return channel.recipientIds.includes(botId)
    ? InteractionContextType.BotDM
    : InteractionContextType.PrivateChannel;
}

function serverOwner(
  world: World,
  application: ApplicationRecord,
  channel: ChannelRecord,
  userId: string,
): string | null {
  const { botId } = application;
  switch (contextOf(channel, application)) {
    case InteractionContextType.Guild:
      return world.guilds.get(channel.guildId ?? '')?.members.has(botId) === true ? channel.guildId : null;
    case InteractionContextType.BotDM:
      return shareServer(world, userId, botId) ? NO_SERVER : null;
    case InteractionContextType.PrivateChannel:
      return null;
  }
}

/** The installs by which a user may use an application in a channel, of those integration types. */
export function integrationOwners(
  world: World,
  application: ApplicationRecord,
  place: { readonly channel: ChannelRecord; readonly userId: string },
  types: readonly ApplicationIntegrationType[],
): IntegrationOwners {
  const server = serverOwner(world, application, place.channel, place.userId);
  return {
    ...(types.includes(GuildInstall) && server !== null ? { [GuildInstall]: server } : {}),
    ...(types.includes(UserInstall) && application.accountInstalls.has(place.userId)
      ? { [UserInstall]: place.userId }
      : {}),
  };
}

/** Whether an application is used in a server that did not install it. */
export function isOutside(owners: IntegrationOwners, guildId: string | null): boolean {
  return guildId !== null && owners[GuildInstall] === undefined;
}
