import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  PermissionsBitField,
  type RepliableInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, AnswerContext } from './answer.ts';
import { answerPlace, isPrivatePlace } from './answers/answer-place.ts';
import { type Behaviour, behavioursOf, type Command } from './command.ts';
import { readTicket } from './custom-id.ts';
import { type Result, respondByUpdate, respondWithMessage } from './respond.ts';
import type { CommandServices } from './services.ts';
import { friendlySentence, UserError } from './user-error.ts';

/** Discord: at most 25 choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that nobody waits for any more, or that was answered already. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027]);

/** The permission's name as Discord's settings show it; Discord's people never read of guilds. */
function permissionName(permission: bigint): string {
  return new PermissionsBitField(permission)
    .toArray()
    .join(', ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('Guild', 'Server');
}

/**
 * Brings every interaction to what answers it and the answer back, within Discord's deadlines: what is not answered
 * quickly is deferred, what fails is answered with one sentence, and what nobody waits for is logged.
 */
export function createRouter(deps: {
  readonly commands: readonly Command[];
  readonly services: CommandServices;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { services, log } = deps;
  const behaviours = behavioursOf(deps.commands);

  function behaviourOf(
    interaction: ChatInputCommandInteraction | AutocompleteInteraction,
  ): Behaviour | undefined {
    const subcommand = interaction.options.getSubcommand(false);
    return behaviours.get([interaction.commandName, ...(subcommand === null ? [] : [subcommand])].join(' '));
  }

  function contextOf(
    interaction: ChatInputCommandInteraction<'cached'> | MessageComponentInteraction<'cached'>,
  ): AnswerContext {
    return {
      asker: interaction.user.id,
      guildId: interaction.guildId,
      channelId: interaction.channelId,
      mayManage: interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild),
      services,
    };
  }

  /** Never rejects: what fails becomes one sentence, and what is not the asker's doing is logged. */
  async function resultOf(work: () => Promise<Answer>, what: string): Promise<Result> {
    try {
      return { answer: await work(), failed: false };
    } catch (error) {
      if (!(error instanceof UserError)) log.warn({ err: error, command: what }, 'a command failed');
      return { answer: { content: friendlySentence(error) }, failed: true };
    }
  }

  async function command(
    interaction: ChatInputCommandInteraction<'cached'>,
    behaviour: Behaviour,
  ): Promise<void> {
    const work = resultOf(async () => {
      const { requires } = behaviour;
      if (requires !== undefined && !interaction.memberPermissions.has(requires)) {
        throw new UserError(
          `You need the permission “${permissionName(requires)}” in this server to do that.`,
        );
      }
      return behaviour.execute(interaction, contextOf(interaction));
    }, interaction.commandName);
    await respondWithMessage(interaction, work, behaviour.answerTo === 'asker');
  }

  async function component(interaction: MessageComponentInteraction<'cached'>): Promise<void> {
    const ticket = readTicket(
      (interaction.isStringSelectMenu() ? interaction.values[0] : null) ?? interaction.customId,
    );
    if (ticket === null) return tellOutdated(interaction);
    const work = resultOf(() => answerPlace(ticket.place, contextOf(interaction)), ticket.place.at);
    const own = ticket.asker === interaction.user.id;
    if (own && !isPrivatePlace(ticket.place)) await respondByUpdate(interaction, work);
    else await respondWithMessage(interaction, work, true);
  }

  async function complete(interaction: AutocompleteInteraction<'cached'>): Promise<void> {
    const choices = (await behaviourOf(interaction)?.autocomplete?.(interaction, services)) ?? [];
    await interaction.respond(choices.slice(0, MAX_CHOICES));
  }

  async function tellOutdated(
    interaction: RepliableInteraction | MessageComponentInteraction,
  ): Promise<void> {
    await interaction.reply({
      content:
        'This does not work any more: it belongs to an earlier version of me. Please run the command again.',
      flags: MessageFlags.Ephemeral,
    });
  }

  async function route(interaction: Interaction): Promise<void> {
    if (interaction.isAutocomplete()) {
      if (interaction.inCachedGuild()) await complete(interaction);
      return;
    }
    if (!interaction.isRepliable()) return;
    if (interaction.isChatInputCommand() && interaction.inCachedGuild()) {
      const behaviour = behaviourOf(interaction);
      if (behaviour !== undefined) return command(interaction, behaviour);
    }
    if (interaction.isMessageComponent() && interaction.inCachedGuild()) return component(interaction);
    await tellOutdated(interaction);
  }

  return async (interaction) => {
    try {
      await route(interaction);
    } catch (error) {
      const late = error instanceof DiscordAPIError && TOO_LATE.has(error.code);
      log[late ? 'info' : 'error'](
        { err: error, interaction: interaction.id },
        'an answer did not reach its asker',
      );
    }
  };
}
