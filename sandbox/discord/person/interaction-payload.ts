import type { APIInteraction, InteractionType } from 'discord-api-types/v10';
import { contextOf, type IntegrationOwners } from '../state/integration-owners.ts';
import { applicationPermissions } from '../state/interaction-rights.ts';
import { channelPermissions } from '../state/permissions.ts';
import type { ApplicationRecord, ChannelRecord } from '../state/records.ts';
import { interactionToken } from '../state/tokens.ts';
import type { World } from '../state/world.ts';
import { channelPayload } from '../wire/channel.ts';
import { memberPayload } from '../wire/guild.ts';

/** Discord docs: Uploading Files: 10 MiB a file by default. */
export const ATTACHMENT_LIMIT_BYTES = 10 * 1024 * 1024;

/** The user, place and application of an interaction. */
export interface InteractionContext {
  readonly userId: string;
  readonly locale: string;
  readonly channel: ChannelRecord;
  readonly application: ApplicationRecord;
  readonly owners: IntegrationOwners;
}

function userFields(world: World, { userId, channel }: InteractionContext): Record<string, unknown> {
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (guild === undefined || member === undefined) {
    return { user: world.users.get(userId) };
  }
  const permissions = channelPermissions(world, channel, userId).toString();
  return {
    member: { ...memberPayload(world, member), permissions },
    guild_id: guild.id,
    guild: { id: guild.id, locale: 'en-US', features: [] },
    guild_locale: 'en-US',
  };
}

/** An interaction as in INTERACTION_CREATE (Discord docs: Interaction Object). */
export function interactionPayload(
  world: World,
  acting: InteractionContext,
  type: InteractionType,
  fields: Record<string, unknown>,
): APIInteraction {
  const { channel, application, userId, locale, owners } = acting;
  const id = world.nextId();
  const payload = {
    id,
    application_id: application.id,
    type,
    token: interactionToken(id),
    version: 1,
    channel_id: channel.id,
    channel: {
      ...channelPayload(world, channel),
      permissions: channelPermissions(world, channel, userId).toString(),
    },
    ...userFields(world, acting),
    app_permissions: applicationPermissions(world, application, acting, owners).toString(),
    locale,
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: owners,
    context: contextOf(channel, application),
    attachment_size_limit: ATTACHMENT_LIMIT_BYTES,
    ...fields,
  };
  return payload as unknown as APIInteraction;
}
