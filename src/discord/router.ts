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
import type { LookupTarget } from '../alerts/description.ts';
import type { Messages } from '../messages/messages.ts';
import type { Action, ActionInput } from './actions/action.ts';
import { type ActionId, readActionId } from './actions/action-id.ts';
import { createTryAgain, offerTryAgain } from './actions/try-again.ts';
import type { Answer, AnswerContext } from './answer.ts';
import { answerScreen, isEphemeralScreen } from './answers/answer-screen.ts';
import { actionsOf, behavioursOf, type Command, type Runnable } from './command.ts';
import { type ComponentState, readComponentState } from './custom-id.ts';
import { filterForMember } from './filter-for-member.ts';
import { readTargetId } from './interactions/target-id.ts';
import { memberAccessOf } from './member-access.ts';
import { requireWithinBounds } from './option-bounds.ts';
import { type Result, respondByUpdate, respondWithMessage, respondWithModal } from './respond.ts';
import { meetsRequirement, type Requirement, requireRights, rightsOf } from './rights.ts';
import type { CommandServices } from './services.ts';
import { UserError, userErrorMessage } from './user-error.ts';

/** Discord: at most 25 choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that has expired or was answered already. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027]);

type Component = MessageComponentInteraction<'cached'>;
type Submission = ModalSubmitInteraction<'cached'>;

/** All actions, with the one that opens refused modals again. */
function actionsByName(commands: readonly Command[]): ReadonlyMap<string, Action> {
  const actions = actionsOf(commands);
  const tryAgain = createTryAgain(actions);
  return new Map([...actions, [tryAgain.name, tryAgain]]);
}

/** Target of a component or modal. */
type Target =
  | { readonly to: 'place'; readonly state: ComponentState }
  | { readonly to: 'lookup'; readonly target: LookupTarget }
  | { readonly to: 'action'; readonly action: Action; readonly id: ActionId; readonly input: ActionInput };

/**
 * Dispatches every interaction to its handler and sends the response within Discord's deadlines: slow work is
 * deferred, a failure is answered with one sentence, and an expired interaction is logged. Permissions are checked
 * here, for every command, press, choice and modal.
 */
export function createRouter(deps: {
  readonly commands: readonly Command[];
  /** With the settings of this server. */
  readonly servicesFor: (guildId: string) => CommandServices;
  /** In the language of this server; `null` outside servers. */
  readonly messagesOf: (guildId: string | null) => Messages;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { servicesFor, messagesOf, log } = deps;
  const behaviours = behavioursOf(deps.commands);
  const actions = actionsByName(deps.commands);

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
    const memberAccess = memberAccessOf(interaction);
    const services = filterForMember(memberAccess, servicesFor(guildId));
    return {
      requester: interaction.user.id,
      guildId,
      channelId: interaction.channelId ?? '',
      ...rightsOf(interaction, services.view.settings),
      memberAccess,
      services,
    };
  }

  /** Never rejects: a failure becomes one sentence, and an unexpected one is logged. */
  async function settle(
    { guildId }: Pick<Interaction, 'guildId'>,
    work: () => Promise<Answer>,
    what: string,
  ): Promise<Result> {
    try {
      return { answer: await work(), failed: false };
    } catch (error) {
      if (!(error instanceof UserError)) log.warn({ err: error, command: what }, 'a command failed');
      return { answer: { content: userErrorMessage(error, messagesOf(guildId)) }, failed: true };
    }
  }

  function checkRequirement(context: AnswerContext, requirement: Requirement | undefined): void {
    requireRights(requirement, context, context.services.view.settings);
  }

  async function command(
    interaction: ChatInputCommandInteraction<'cached'>,
    behaviour: Runnable,
  ): Promise<void> {
    const context = contextOf(interaction);
    const work = settle(
      interaction,
      async () => {
        checkRequirement(context, behaviour.requires);
        const [first] = interaction.options.data;
        requireWithinBounds(behaviour.options, first?.options ?? interaction.options.data);
        return behaviour.execute(interaction, context);
      },
      interaction.commandName,
    );
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
    // The value of a choice may itself be a target.
    const targetId = (interaction.isStringSelectMenu() ? values[0] : null) ?? interaction.customId;
    const lookup = readTargetId(targetId);
    if (lookup !== null) return { to: 'lookup', target: lookup.target };
    const state = readComponentState(targetId);
    return state === null
      ? actionTarget(targetId, { values: [], fields: new Map() })
      : { to: 'place', state };
  }

  async function showScreen(interaction: Component, state: ComponentState): Promise<void> {
    const work = settle(
      interaction,
      () => answerScreen(state.screen, contextOf(interaction)),
      state.screen.at,
    );
    const isRequester = state.requester === interaction.user.id;
    if (isRequester && !isEphemeralScreen(state.screen)) await respondByUpdate(interaction, work);
    else await respondWithMessage(interaction, work, true);
  }

  /** Of a component under an alert, which belongs to nobody. */
  async function showLookup(interaction: Component, target: LookupTarget): Promise<void> {
    const work = settle(interaction, () => answerScreen(target, contextOf(interaction)), target.at);
    await respondWithMessage(interaction, work, true);
  }

  async function runAction(
    interaction: Component | Submission,
    { action, id, input }: Extract<Target, { to: 'action' }>,
  ): Promise<void> {
    const context = contextOf(interaction);
    const check = () => {
      checkRequirement(context, action.requires);
      if (id.requester !== context.requester) {
        throw new UserError(({ interactions }) => interactions.belongsToSomebodyElse);
      }
    };
    if (action.answersBy === 'form') {
      if (!interaction.isMessageComponent()) return replyOutdated(interaction);
      const work = async () => {
        check();
        return action.run(input, context);
      };
      let modal: Awaited<ReturnType<typeof work>>;
      try {
        modal = await work();
      } catch (error) {
        const failure = settle(interaction, () => Promise.reject(error), action.name);
        return respondWithMessage(interaction, failure, true);
      }
      return respondWithModal(interaction, modal);
    }
    const settled = settle(
      interaction,
      async () => {
        check();
        return action.run(input, context);
      },
      action.name,
    );
    const work = settled.then(async ({ answer, failed }) => ({
      failed,
      answer: failed ? await offerTryAgain(answer, action, input, context, log) : answer,
    }));
    const onMessage = interaction.isMessageComponent() || interaction.isFromMessage();
    if (action.answersBy === 'update' && onMessage) await respondByUpdate(interaction, work);
    else await respondWithMessage(interaction, work, true);
  }

  async function component(interaction: Component): Promise<void> {
    const target = targetOf(interaction);
    if (target === null) await replyOutdated(interaction);
    else if (target.to === 'place') await showScreen(interaction, target.state);
    else if (target.to === 'lookup') await showLookup(interaction, target.target);
    else await runAction(interaction, target);
  }

  async function submission(interaction: Submission): Promise<void> {
    const fields = new Map(
      [...interaction.fields.fields].map(([name, field]): [string, readonly string[]] => {
        if ('values' in field) return [name, field.values];
        return [name, 'value' in field && typeof field.value === 'string' ? [field.value] : []];
      }),
    );
    const target = actionTarget(interaction.customId, { values: [], fields });
    if (target?.to === 'action') await runAction(interaction, target);
    else await replyOutdated(interaction);
  }

  async function complete(interaction: AutocompleteInteraction<'cached'>): Promise<void> {
    const services = filterForMember(memberAccessOf(interaction), servicesFor(interaction.guildId));
    const behaviour = behaviourOf(interaction);
    const isAllowed = meetsRequirement(rightsOf(interaction, services.view.settings), behaviour?.requires);
    const choices = isAllowed ? await behaviour?.autocomplete?.(interaction, services) : undefined;
    await interaction.respond((choices ?? []).slice(0, MAX_CHOICES));
  }

  async function replyOutdated(interaction: RepliableInteraction | Component): Promise<void> {
    const { interactions } = messagesOf(interaction.guildId);
    await interaction.reply({
      content: interaction.inCachedGuild() ? interactions.outdated : interactions.outsideServers,
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
    await replyOutdated(interaction);
  }

  return async (interaction) => {
    try {
      await route(interaction);
    } catch (error) {
      const late = error instanceof DiscordAPIError && TOO_LATE.has(error.code);
      log[late ? 'info' : 'error']({ err: error, interaction: interaction.id }, 'could not send an answer');
    }
  };
}
