import type { REST } from 'discord.js';
import {
  ApplicationIntegrationType,
  ComponentType,
  InteractionContextType,
  InteractionType,
} from 'discord-api-types/v10';
import type { Requester } from '../guilds/permissions.ts';
import { type CommandOptions, readOptions } from './options.ts';
import { type InteractionPayload, interactionPayload, type TargetMessage } from './payload.ts';
import { createResponses, type InteractionResponses } from './responses.ts';

const STRING_SELECT: number = ComponentType.StringSelect;
const BOT_DM: number = InteractionContextType.BotDM;

/** Common properties of all interactions. */
interface InteractionBase {
  readonly id: string;
  readonly userId: string;
  /** `null` outside servers. */
  readonly guildId: string | null;
  /** `null` if Discord does not report it. */
  readonly channelId: string | null;
  /** `null` outside servers. */
  readonly member: Requester | null;
  /** Whether it was made in the user's direct messages with the bot. */
  readonly isDirectMessage: boolean;
  /** Whether its server installed the app; otherwise the user did. `null` if Discord does not report it. */
  readonly isInstalledInServer: boolean | null;
  /** The app's permissions in the channel of the interaction; `null` if Discord does not report them. */
  readonly appPermissions: bigint | null;
  readonly responses: InteractionResponses;
}

/** A slash command or message command. */
export interface CommandUse extends InteractionBase {
  readonly type: 'command';
  readonly commandName: string;
  /** The message of a message command; `null` for a slash command. */
  readonly targetMessage: TargetMessage | null;
  readonly options: CommandOptions;
}

/** An option of a command that is being typed. */
export interface Autocompletion extends InteractionBase {
  readonly type: 'autocomplete';
  readonly commandName: string;
  readonly options: CommandOptions;
}

/** A button that was pressed, or a menu with its chosen values. */
export interface ComponentUse extends InteractionBase {
  readonly type: 'component';
  readonly customId: string;
  /** Id of its message. */
  readonly messageId: string;
  /** Whether its values are texts that the bot supplied. */
  readonly isStringSelect: boolean;
  /** Empty for a button. */
  readonly values: readonly string[];
}

/** A modal that was submitted. */
export interface ModalSubmission extends InteractionBase {
  readonly type: 'modal';
  readonly customId: string;
  /** The values of its inputs by custom id: one for a text input, any number for a select. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Whether a component opened it, whose message it can update. */
  readonly isFromMessage: boolean;
}

/** An interaction with the bot, from the gateway or over HTTP. */
export type Interaction = CommandUse | Autocompletion | ComponentUse | ModalSubmission;

/** An interaction in a server with a known member. */
export type InGuild<Kind extends Interaction = Interaction> = Kind & {
  readonly guildId: string;
  readonly member: Requester;
};

/** Returns whether the interaction comes from a member of a server. */
export function isInGuild<Kind extends Interaction>(interaction: Kind): interaction is InGuild<Kind> {
  return interaction.guildId !== null && interaction.member !== null;
}

function requesterOf({ member }: InteractionPayload): Requester | null {
  if (member === undefined) return null;
  const until = Date.parse(member.communication_disabled_until ?? '');
  return {
    userId: member.user.id,
    roleIds: member.roles,
    timedOutUntil: Number.isNaN(until) ? null : until,
    permissions: member.permissions,
  };
}

function targetMessageOf({
  target_id: id,
  resolved,
}: Extract<InteractionPayload, { type: InteractionType.ApplicationCommand }>['data']): TargetMessage | null {
  return id === undefined ? null : (resolved?.messages[id] ?? null);
}

/**
 * Reads the interaction from a payload; `null` if its type is not supported.
 * @param rest sends the responses
 */
export function readInteraction(payload: unknown, rest: REST): Interaction | null {
  const read = interactionPayload.safeParse(payload);
  if (!read.success) return null;
  const { id, token, application_id: applicationId, guild_id: guildId, channel_id: channelId } = read.data;
  const { authorizing_integration_owners: owners } = read.data;
  const base: InteractionBase = {
    id,
    userId: read.data.member?.user.id ?? read.data.user?.id ?? '',
    guildId: guildId ?? null,
    channelId: channelId ?? null,
    member: requesterOf(read.data),
    isDirectMessage: read.data.context === BOT_DM,
    isInstalledInServer: owners === undefined ? null : ApplicationIntegrationType.GuildInstall in owners,
    appPermissions: read.data.app_permissions ?? null,
    responses: createResponses(rest, { id, token, applicationId }),
  };
  switch (read.data.type) {
    case InteractionType.ApplicationCommand:
      return {
        ...base,
        type: 'command',
        commandName: read.data.data.name,
        targetMessage: targetMessageOf(read.data.data),
        options: readOptions(read.data.data),
      };
    case InteractionType.ApplicationCommandAutocomplete:
      return {
        ...base,
        type: 'autocomplete',
        commandName: read.data.data.name,
        options: readOptions(read.data.data),
      };
    case InteractionType.MessageComponent: {
      const { custom_id: customId, component_type: type, values } = read.data.data;
      return {
        ...base,
        type: 'component',
        customId,
        messageId: read.data.message.id,
        isStringSelect: type === STRING_SELECT,
        values,
      };
    }
    case InteractionType.ModalSubmit: {
      const fields = read.data.data.components.flat();
      return {
        ...base,
        type: 'modal',
        customId: read.data.data.custom_id,
        fields: new Map(
          fields.map(({ custom_id: name, value, values }) => [
            name,
            values ?? (value === undefined ? [] : [value]),
          ]),
        ),
        isFromMessage: read.data.message !== undefined,
      };
    }
    default:
      return read.data satisfies never;
  }
}
