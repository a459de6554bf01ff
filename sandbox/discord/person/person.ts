import {
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  PermissionFlagsBits as Bits,
  ComponentType,
  InteractionType,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import { directMessagesOf } from '../state/direct-messages.ts';
import { BOTH_INTEGRATION_TYPES } from '../state/installs.ts';
import { type IntegrationOwners, integrationOwners, isOutside } from '../state/integration-owners.ts';
import { openInteraction } from '../state/interactions.ts';
import { allows, channelPermissions } from '../state/permissions.ts';
import { isPinged } from '../state/pings.ts';
import type { ApplicationRecord, ChannelRecord, StoredMessage } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { buttonOf, selectOf } from './components.ts';
import { type Download, download } from './files.ts';
import { type FoundCommand, findCommand, findMessageCommand } from './find-command.ts';
import { type InteractionContext, interactionPayload } from './interaction-payload.ts';
import { modalSubmission } from './modal.ts';
import { type InteractionOption, type OptionValues, toInteractionOptions } from './options.ts';
import { type Modal, type Reply, replyTo } from './reply.ts';
import { createResolver, type Resolver } from './resolve.ts';
import { validateSelection } from './select-values.ts';
import { UnavailableActionError } from './unavailable-action-error.ts';

export type { Reply } from './reply.ts';

export interface PersonIdentity {
  readonly userId: string;
  readonly channelId: string;
  /** Must be the channel's server where given. */
  readonly guildId?: string;
  /** The user's language; en-US by default. */
  readonly locale?: string;
  /** How long to wait for the answer after a deferral, in ms; 15 s by default. */
  readonly answerWithinMs?: number;
  /** Whether nothing shows the user, or others who look on, what is done here; for what checks a bot. Default false. */
  readonly isUnseen?: boolean;
}

/**
 * A simulated user in one channel. Every method throws a PersonRefusal where Discord's client would not allow
 * the action, and resolves once the user sees the outcome.
 */
export interface Person {
  /** Runs a slash command: `person.command('alerts add', { channel: '…id', file: { name: 'a.json', content: '{}' } })`. */
  command(name: string, options?: OptionValues): Promise<Reply>;
  /** Types into an option and returns the suggested choices. */
  autocomplete(
    name: string,
    options: OptionValues,
    focused: string,
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  press(message: { readonly id: string }, labelOrCustomId: string): Promise<Reply>;
  select(message: { readonly id: string }, customId: string, values: readonly string[]): Promise<Reply>;
  submit(modal: Modal, values: Readonly<Record<string, string | readonly string[]>>): Promise<Reply>;
  /** Uses a command in the menu of a message (Apps): `person.messageCommand(alert, 'Watch this')`. */
  messageCommand(message: { readonly id: string }, name: string): Promise<Reply>;
  /** The messages that this user sees in the channel, their ephemeral ones included, oldest first. */
  messages(): readonly APIMessage[];
  /** Downloads an attachment of a message. */
  download(attachment: { readonly url: string }): Download;
  /** Whether a message mentioned this user when it was created: by name, by one of their roles, or with everyone. */
  isPinged(message: { readonly id: string }): boolean;
  /** The bots' direct messages to this user, oldest first. */
  directMessages(): readonly APIMessage[];
}

const ANSWER_WITHIN_MS = 15_000;

/** The installs of a message that answers an interaction; its components have the same. */
function ownersOfAnswer({ payload }: StoredMessage): IntegrationOwners | undefined {
  return payload.interaction_metadata?.authorizing_integration_owners;
}

function nested(
  path: readonly string[],
  options: readonly InteractionOption[],
): readonly InteractionOption[] {
  const [name, ...rest] = path;
  if (name === undefined) {
    return options;
  }
  const type = rest.length > 0 ? OptionType.SubcommandGroup : OptionType.Subcommand;
  return [{ type, name, options: nested(rest, options) }];
}

/** Creates a simulated user. Throws an Error for ids that do not exist. */
export function createPerson(world: World, identity: PersonIdentity): Person {
  const { userId, locale = 'en-US', answerWithinMs = ANSWER_WITHIN_MS, isUnseen = false } = identity;
  if (!world.users.has(userId)) {
    throw new Error(`There is no user ${userId} in this local Discord.`);
  }

  function place(): ChannelRecord {
    const channel = world.channels.get(identity.channelId);
    if (channel === undefined || (identity.guildId !== undefined && channel.guildId !== identity.guildId)) {
      throw new UnavailableActionError('cannot-see-channel', `There is no channel ${identity.channelId}.`);
    }
    return channel;
  }

  function sees(message: StoredMessage): boolean {
    const channel = world.channels.get(message.channelId);
    const isOthers = message.visibleTo !== null && message.visibleTo !== userId;
    if (channel === undefined || isOthers || (message.isUnseen && !isUnseen)) {
      return false;
    }
    return allows(channelPermissions(world, channel, userId), Bits.ViewChannel);
  }

  function applicationOf(id: string): ApplicationRecord {
    const application = world.applications.get(id);
    if (application === undefined) {
      throw new UnavailableActionError('unknown-component', 'The message is not of an application.');
    }
    return application;
  }

  function visible(id: string): { message: StoredMessage; acting: InteractionContext } {
    const message = world.messages.get(id);
    if (message === undefined || !sees(message)) {
      throw new UnavailableActionError('unknown-message', `This person sees no message ${id}.`);
    }
    const application = [...world.applications.values()].find(({ botId }) => botId === message.authorId);
    const channel = world.channels.get(message.channelId) ?? place();
    return {
      message,
      acting: contextIn(channel, applicationOf(application?.id ?? ''), ownersOfAnswer(message)),
    };
  }

  /** @param owners those of the command; without them, all installs by which the user may use the application there */
  function contextIn(
    channel: ChannelRecord,
    application: ApplicationRecord,
    owners?: IntegrationOwners,
  ): InteractionContext {
    const found =
      owners ?? integrationOwners(world, application, { channel, userId }, BOTH_INTEGRATION_TYPES);
    return { userId, locale, channel, application, owners: found };
  }

  function act(
    acting: InteractionContext,
    type: InteractionType,
    fields: Record<string, unknown>,
    sourceMessageId: string | null,
  ): Promise<Reply> {
    const payload = interactionPayload(world, acting, type, fields);
    return replyTo(
      world,
      () =>
        openInteraction(world, {
          payload,
          token: payload.token,
          applicationId: acting.application.id,
          userId,
          guildId: acting.channel.guildId,
          channelId: acting.channel.id,
          isOutside: isOutside(acting.owners, acting.channel.guildId),
          isUnseen,
          sourceMessageId,
        }),
      answerWithinMs,
    );
  }

  function resolverFor({ channel, application }: InteractionContext): Resolver {
    return createResolver(world, { userId, channel, application });
  }

  function commandInteraction(name: string, values: OptionValues, focused: string | null) {
    const channel = place();
    const found: FoundCommand = findCommand(world, { channel, userId }, name);
    const acting = contextIn(channel, applicationOf(found.command.applicationId), found.owners);
    const resolver = resolverFor(acting);
    const options = nested(found.path, toInteractionOptions(found.options, values, resolver, focused));
    const { id, name: commandName, type } = found.command.payload;
    const data = {
      id,
      name: commandName,
      type,
      ...(options.length > 0 ? { options } : {}),
      ...(Object.keys(resolver.resolved).length > 0 ? { resolved: resolver.resolved } : {}),
      ...(found.command.guildId === null ? {} : { guild_id: found.command.guildId }),
    };
    return { acting, data };
  }

  return {
    async command(name, options = {}) {
      const { acting, data } = commandInteraction(name, options, null);
      return act(acting, InteractionType.ApplicationCommand, { data }, null);
    },
    async autocomplete(name, options, focused) {
      const { acting, data } = commandInteraction(name, options, focused);
      const reply = await act(acting, InteractionType.ApplicationCommandAutocomplete, { data }, null);
      const choices = world.interactions.get(reply.interactionId)?.choices;
      if (choices === undefined || choices === null) {
        throw new UnavailableActionError('did-not-respond', 'Loading options failed.');
      }
      return choices as readonly APIApplicationCommandOptionChoice[];
    },
    async press(target, labelOrCustomId) {
      const { message, acting } = visible(target.id);
      const button = buttonOf(message.payload.components, labelOrCustomId);
      const data = { custom_id: button['custom_id'], component_type: ComponentType.Button, id: button['id'] };
      return act(acting, InteractionType.MessageComponent, { data, message: message.payload }, message.id);
    },
    async select(target, customId, values) {
      const { message, acting } = visible(target.id);
      const select = selectOf(message.payload.components, customId);
      const resolver = resolverFor(acting);
      validateSelection(select, values, resolver);
      const resolved = Object.keys(resolver.resolved).length > 0 ? { resolved: resolver.resolved } : {};
      const data = {
        custom_id: customId,
        component_type: select['type'],
        id: select['id'],
        values,
        ...resolved,
      };
      return act(acting, InteractionType.MessageComponent, { data, message: message.payload }, message.id);
    },
    async submit(modal, values) {
      const source = world.messages.get(modal.messageId ?? '');
      const owners = source === undefined ? undefined : ownersOfAnswer(source);
      const acting = contextIn(place(), applicationOf(modal.applicationId), owners);
      const resolver = resolverFor(acting);
      const components = modalSubmission(modal, values, resolver);
      const data = { custom_id: modal.customId, components, resolved: resolver.resolved };
      const fields = source === undefined ? { data } : { data, message: source.payload };
      return act(acting, InteractionType.ModalSubmit, fields, source?.id ?? null);
    },
    async messageCommand(target, name) {
      const { message } = visible(target.id);
      if (message.visibleTo !== null) {
        throw new UnavailableActionError('unknown-command', 'An ephemeral message has no commands.');
      }
      const channel = world.channels.get(message.channelId) ?? place();
      const { command, owners } = findMessageCommand(world, { channel, userId }, name);
      const data = {
        id: command.payload.id,
        name: command.payload.name,
        type: command.payload.type,
        target_id: message.id,
        resolved: { messages: { [message.id]: message.payload } },
        ...(command.guildId === null ? {} : { guild_id: command.guildId }),
      };
      const acting = contextIn(channel, applicationOf(command.applicationId), owners);
      return act(acting, InteractionType.ApplicationCommand, { data }, null);
    },
    messages() {
      const channelId = place().id;
      return [...world.messages.values()]
        .filter((message) => message.channelId === channelId && sees(message))
        .map((message) => message.payload);
    },
    download: (attachment) => download(world, attachment),
    isPinged({ id }) {
      const message = world.messages.get(id);
      return message !== undefined && isPinged(world, message, userId);
    },
    directMessages() {
      const channelIds = new Set(directMessagesOf(world, userId).map(({ id }) => id));
      return [...world.messages.values()]
        .filter((message) => channelIds.has(message.channelId) && sees(message))
        .map((message) => message.payload);
    },
  };
}
