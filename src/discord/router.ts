import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type RepliableInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Action, ActionInput } from './actions/action.ts';
import { type ActionId, readActionId } from './actions/action-id.ts';
import type { Answer, AnswerContext } from './answer.ts';
import { answerPlace, isPrivatePlace } from './answers/answer-place.ts';
import { actionsOf, behavioursOf, type Command, type Runnable } from './command.ts';
import { readTicket, type Ticket } from './custom-id.ts';
import { demandWithinBounds } from './option-bounds.ts';
import { personAccessOf } from './person-access.ts';
import { type Result, respondByUpdate, respondWithForm, respondWithMessage } from './respond.ts';
import { demand, fulfils, type Requirement, rightsOf } from './rights.ts';
import { seenBy } from './seen-by.ts';
import type { CommandServices } from './services.ts';
import { friendlySentence, UserError } from './user-error.ts';

/** Discord: at most 25 choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that nobody waits for any more, or that was answered already. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027]);

type Component = MessageComponentInteraction<'cached'>;
type Submission = ModalSubmitInteraction<'cached'>;

/** What a component or form leads to. */
type Target =
  | { readonly to: 'place'; readonly ticket: Ticket }
  | { readonly to: 'action'; readonly action: Action; readonly id: ActionId; readonly input: ActionInput };

/**
 * Brings every interaction to what answers it and the answer back, within Discord's deadlines: what is not answered
 * quickly is deferred, what fails is answered with one sentence, and what nobody waits for is logged. Rights are
 * checked here, at every command, press, choice and form.
 */
export function createRouter(deps: {
  readonly commands: readonly Command[];
  /** With the settings of the server that asks. */
  readonly servicesFor: (guildId: string) => CommandServices;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { servicesFor, log } = deps;
  const behaviours = behavioursOf(deps.commands);
  const actions = actionsOf(deps.commands);

  function behaviourOf(
    interaction: ChatInputCommandInteraction | AutocompleteInteraction,
  ): Runnable | undefined {
    const subcommand = interaction.options.getSubcommand(false);
    return behaviours.get([interaction.commandName, ...(subcommand === null ? [] : [subcommand])].join(' '));
  }

  function contextOf(
    interaction: ChatInputCommandInteraction<'cached'> | Component | Submission,
  ): AnswerContext {
    const { guildId } = interaction;
    const person = personAccessOf(interaction);
    const services = seenBy(person, servicesFor(guildId));
    return {
      asker: interaction.user.id,
      guildId,
      channelId: interaction.channelId ?? '',
      ...rightsOf(interaction, services.view.settings),
      person,
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

  function demandOf(context: AnswerContext, requirement: Requirement | undefined): void {
    demand(requirement, context, context.services.view.settings);
  }

  async function command(
    interaction: ChatInputCommandInteraction<'cached'>,
    behaviour: Runnable,
  ): Promise<void> {
    const context = contextOf(interaction);
    const work = resultOf(async () => {
      demandOf(context, behaviour.requires);
      const [first] = interaction.options.data;
      demandWithinBounds(behaviour.options, first?.options ?? interaction.options.data);
      return behaviour.execute(interaction, context);
    }, interaction.commandName);
    await respondWithMessage(interaction, work, behaviour.answerTo === 'asker');
  }

  function actionTarget(customId: string, input: Pick<ActionInput, 'values' | 'fields'>): Target | null {
    const id = readActionId(customId);
    const action = id === null ? undefined : actions.get(id.name);
    if (id === null || action === undefined) return null;
    return { to: 'action', action, id, input: { ...input, argument: id.argument } };
  }

  function targetOf(interaction: Component): Target | null {
    const values = interaction.isAnySelectMenu() ? interaction.values : [];
    const whole = actionTarget(interaction.customId, { values, fields: new Map() });
    if (whole !== null) return whole;
    // The value of a choice may be a way of its own.
    const way = (interaction.isStringSelectMenu() ? values[0] : null) ?? interaction.customId;
    const ticket = readTicket(way);
    return ticket === null ? actionTarget(way, { values: [], fields: new Map() }) : { to: 'place', ticket };
  }

  async function showPlace(interaction: Component, ticket: Ticket): Promise<void> {
    const work = resultOf(() => answerPlace(ticket.place, contextOf(interaction)), ticket.place.at);
    const own = ticket.asker === interaction.user.id;
    if (own && !isPrivatePlace(ticket.place)) await respondByUpdate(interaction, work);
    else await respondWithMessage(interaction, work, true);
  }

  async function act(
    interaction: Component | Submission,
    { action, id, input }: Extract<Target, { to: 'action' }>,
  ): Promise<void> {
    const context = contextOf(interaction);
    const check = () => {
      demandOf(context, action.requires);
      if (id.asker !== context.asker) {
        throw new UserError(
          'This belongs to somebody else. Run the command yourself, then it is yours to use.',
        );
      }
    };
    if (action.answersBy === 'form') {
      if (!interaction.isMessageComponent()) return tellOutdated(interaction);
      const work = async () => {
        check();
        return action.run(input, context);
      };
      let form: Awaited<ReturnType<typeof work>>;
      try {
        form = await work();
      } catch (error) {
        const failure = resultOf(() => Promise.reject(error), action.name);
        return respondWithMessage(interaction, failure, true);
      }
      return respondWithForm(interaction, form);
    }
    const work = resultOf(async () => {
      check();
      return action.run(input, context);
    }, action.name);
    const onMessage = interaction.isMessageComponent() || interaction.isFromMessage();
    if (action.answersBy === 'update' && onMessage) await respondByUpdate(interaction, work);
    else await respondWithMessage(interaction, work, true);
  }

  async function component(interaction: Component): Promise<void> {
    const target = targetOf(interaction);
    if (target === null) await tellOutdated(interaction);
    else if (target.to === 'place') await showPlace(interaction, target.ticket);
    else await act(interaction, target);
  }

  async function submission(interaction: Submission): Promise<void> {
    const fields = new Map(
      [...interaction.fields.fields].map(([name, field]): [string, readonly string[]] => {
        if ('values' in field) return [name, field.values];
        return [name, 'value' in field && typeof field.value === 'string' ? [field.value] : []];
      }),
    );
    const target = actionTarget(interaction.customId, { values: [], fields });
    if (target?.to === 'action') await act(interaction, target);
    else await tellOutdated(interaction);
  }

  async function complete(interaction: AutocompleteInteraction<'cached'>): Promise<void> {
    const services = seenBy(personAccessOf(interaction), servicesFor(interaction.guildId));
    const behaviour = behaviourOf(interaction);
    const may = fulfils(rightsOf(interaction, services.view.settings), behaviour?.requires);
    const choices = may ? await behaviour?.autocomplete?.(interaction, services) : undefined;
    await interaction.respond((choices ?? []).slice(0, MAX_CHOICES));
  }

  async function tellOutdated(interaction: RepliableInteraction | Component): Promise<void> {
    await interaction.reply({
      content: interaction.inCachedGuild()
        ? 'This does not work any more: it belongs to an earlier version of me. Please run the command again.'
        : 'I work in servers that I was invited to, not here. Please run the command there.',
      flags: MessageFlags.Ephemeral,
    });
  }

  async function route(interaction: Interaction): Promise<void> {
    if (interaction.isAutocomplete()) {
      if (interaction.inCachedGuild()) await complete(interaction);
      else await interaction.respond([]);
      return;
    }
    if (!interaction.isRepliable()) return;
    if (interaction.isChatInputCommand() && interaction.inCachedGuild()) {
      const behaviour = behaviourOf(interaction);
      if (behaviour !== undefined) return command(interaction, behaviour);
    }
    if (interaction.isMessageComponent() && interaction.inCachedGuild()) return component(interaction);
    if (interaction.isModalSubmit() && interaction.inCachedGuild()) return submission(interaction);
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
