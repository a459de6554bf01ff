import { setTimeout as delay } from 'node:timers/promises';
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  MessageFlags,
  PermissionsBitField,
  type RepliableInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Answer, Command, CommandInteraction, Subcommand } from './command.ts';
import type { CommandServices } from './services.ts';
import { friendlySentence, UserError } from './user-error.ts';

/** Discord gives 3 s for the first answer; a handler that takes longer than this is answered for with "thinking". */
const DEFER_AFTER_MS = 1_500;
/** Discord: at most 25 choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that nobody waits for any more, or that was answered already. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027]);

/** The permission's name as Discord's settings show it; Discord's people never read of guilds. */
function missingPermission(subcommand: Subcommand, interaction: CommandInteraction): string | null {
  if (subcommand.requires === undefined || interaction.memberPermissions.has(subcommand.requires))
    return null;
  return new PermissionsBitField(subcommand.requires)
    .toArray()
    .join(', ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('Guild', 'Server');
}

/**
 * Brings every interaction to its command and the command's answer back, within Discord's deadlines: what is not
 * answered quickly is deferred, what fails is answered with one sentence, and what nobody waits for is logged.
 */
export function createRouter(deps: {
  readonly commands: readonly Command[];
  readonly services: CommandServices;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { services, log } = deps;
  const subcommands = new Map(
    deps.commands.flatMap((command) =>
      command.subcommands.map((subcommand) => [
        `${command.definition.name} ${subcommand.definition.name}`,
        subcommand,
      ]),
    ),
  );

  function subcommandOf(
    interaction: ChatInputCommandInteraction | AutocompleteInteraction,
  ): Subcommand | undefined {
    return subcommands.get(`${interaction.commandName} ${interaction.options.getSubcommand(false) ?? ''}`);
  }

  async function answerOf(subcommand: Subcommand, interaction: CommandInteraction): Promise<Answer> {
    try {
      const missing = missingPermission(subcommand, interaction);
      if (missing !== null)
        throw new UserError(`You need the permission “${missing}” in this server to do that.`);
      return await subcommand.execute(interaction, services);
    } catch (error) {
      if (!(error instanceof UserError))
        log.warn({ err: error, command: interaction.commandName }, 'a command failed');
      return { content: friendlySentence(error) };
    }
  }

  async function answerInTime(interaction: CommandInteraction, subcommand: Subcommand): Promise<void> {
    const flags = subcommand.answerTo === 'asker' ? MessageFlags.Ephemeral : undefined;
    const answer = answerOf(subcommand, interaction);
    const patience = new AbortController();
    const early = await Promise.race([
      answer,
      delay(DEFER_AFTER_MS, null, { signal: patience.signal }).catch(() => null),
    ]);
    patience.abort();
    if (early === null) {
      await interaction.deferReply(flags === undefined ? {} : { flags });
      await interaction.editReply({ ...(await answer), allowedMentions: { parse: [] } });
    } else {
      await interaction.reply({
        ...early,
        content: early.content ?? '',
        ...(flags === undefined ? {} : { flags }),
        allowedMentions: { parse: [] },
      });
    }
  }

  async function complete(interaction: AutocompleteInteraction<'cached'>): Promise<void> {
    const choices = (await subcommandOf(interaction)?.autocomplete?.(interaction, services)) ?? [];
    await interaction.respond(choices.slice(0, MAX_CHOICES));
  }

  async function tellOutdated(interaction: RepliableInteraction): Promise<void> {
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
    const subcommand = interaction.isChatInputCommand() ? subcommandOf(interaction) : undefined;
    if (subcommand !== undefined && interaction.isChatInputCommand() && interaction.inCachedGuild()) {
      await answerInTime(interaction, subcommand);
    } else {
      await tellOutdated(interaction);
    }
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
