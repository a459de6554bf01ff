import { DiscordAPIError, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { english, type Messages } from '#src/messages/messages.ts';
import { filterForMember } from './access/filter-for-member.ts';
import { accessOfPerson, type MemberAccess, memberAccessOf } from './access/member-access.ts';
import { meetsRequirement, NO_RIGHTS, type Requirement, requireRights, rightsOf } from './access/rights.ts';
import type { Action, ActionInput } from './actions/action.ts';
import { type ActionId, readActionId } from './actions/action-id.ts';
import type { Modal } from './actions/modal.ts';
import { createTryAgain, offerTryAgain, TRY_AGAIN } from './actions/try-again.ts';
import type { Answer } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { everywhereOf } from './availability.ts';
import { actionsOf, behavioursOf, type Command, type Runnable } from './command.ts';
import { createLatestOnly } from './flood/latest-only.ts';
import type { Guild } from './guilds/guild.ts';
import type { Guilds } from './guilds/guilds.ts';
import {
  type Autocompletion,
  type CommandUse,
  type ComponentUse,
  type InGuild,
  type Interaction,
  isInGuild,
  type ModalSubmission,
} from './interactions/interaction.ts';
import type { TargetMessage } from './interactions/payload.ts';
import { readTargetId, readWatchId } from './interactions/target-id.ts';
import { requireWithinBounds } from './option-bounds.ts';
import { placeOf } from './place.ts';
import { type Result, respondByUpdate, respondWithMessage } from './respond.ts';
import { type Destination, readScreenId } from './screens/link.ts';
import { screensOf } from './screens/registry.ts';
import { destinationOf, watchDestinationOf } from './screens/targets.ts';
import type { CommandServices } from './services.ts';
import { UserError, userErrorMessage } from './user-error.ts';

/** Discord's limit of choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that has expired or was already answered. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027]);

/** Returns all actions, including the one that reopens refused modals. */
function actionsByName(commands: readonly Command[]): ReadonlyMap<string, Action> {
  const actions = actionsOf(commands);
  const tryAgain = createTryAgain(actions);
  return new Map([...actions, [tryAgain.name, tryAgain]]);
}

/** Target of a component or modal. */
type Target =
  | {
      readonly to: 'screen';
      /** Id of the screen. */
      readonly id: string;
      readonly show: (context: AnswerContext) => Promise<Answer>;
      /**
       * Returns whether its answer replaces the message of the component for this user; everyone else gets a separate
       * message.
       */
      readonly updatesFor: (userId: string) => boolean;
    }
  | { readonly to: 'action'; readonly action: Action; readonly id: ActionId; readonly input: ActionInput };

/**
 * Dispatches every interaction to its handler and sends the response within Discord's deadlines: slow work is
 * deferred, a failure is answered with one sentence, and an expired interaction is logged. Permissions are checked
 * here, for every command, press, choice and modal.
 */
export function createRouter(deps: {
  readonly commands: readonly Command[];
  /** Returns services with the settings of this server or user; `null` for the defaults. */
  readonly servicesFor: (guildId: string | null) => CommandServices;
  /** Returns messages in the language of this server; `null` outside servers. */
  readonly messagesOf: (guildId: string | null) => Messages;
  readonly guilds: Pick<Guilds, 'get'>;
  /**
   * Called before an interaction is handled, to load its server if that is possible. Rejects if it is not possible now.
   */
  readonly load?: (interaction: InGuild & Interaction) => Promise<void>;
  readonly rest: REST;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Logger;
}): (interaction: Interaction) => Promise<void> {
  const { servicesFor, messagesOf, guilds, load, rest, now, log } = deps;
  const behaviours = behavioursOf(deps.commands);
  const actions = actionsByName(deps.commands);
  const messageCommands = deps.commands.flatMap((command) => command.messageCommands ?? []);
  const screens = screensOf(deps.commands);
  const everywhere = everywhereOf(deps.commands);
  const latestOnly = createLatestOnly();
  const everywhereActions = new Set([...everywhere.actions, TRY_AGAIN]);

  const fullNameOf = ({ commandName, options: { subcommand } }: CommandUse | Autocompletion): string =>
    subcommand === null ? commandName : `${commandName} ${subcommand}`;

  const place = (interaction: Interaction) => placeOf(interaction, (guildId) => guilds.get(guildId) !== null);

  /** @param names names of parts that can be used everywhere */
  const isAvailable = (interaction: Interaction, name: string, names: ReadonlySet<string>): boolean =>
    place(interaction).at === 'server' || names.has(name);

  /** @throws Error for an unknown server, which `place` has excluded */
  function guildOf({ guildId }: InGuild): Guild {
    const guild = guilds.get(guildId);
    if (guild === null) throw new Error(`Server ${guildId} is unknown.`);
    return guild;
  }

  function accessOf(interaction: InGuild): MemberAccess {
    const { member, channelId } = interaction;
    return memberAccessOf({ guild: guildOf(interaction), member, channelId, rest, now });
  }

  function contextOf(interaction: Interaction): AnswerContext {
    const { userId: requester, channelId } = interaction;
    const where = place(interaction);
    const basis = { requester, channelId: channelId ?? '', collectionTabs: screens.collectionTabs };
    if (where.at === 'person') {
      const memberAccess = accessOfPerson(requester);
      const services = filterForMember(memberAccess, servicesFor(where.settingsOf));
      return { ...basis, ...NO_RIGHTS, guildId: where.guildId, memberAccess, services };
    }
    const { guildId, member } = where.interaction;
    const memberAccess = accessOf(where.interaction);
    const services = filterForMember(memberAccess, servicesFor(guildId));
    return { ...basis, ...rightsOf(member, services.view.settings), guildId, memberAccess, services };
  }

  function answersPrivately(interaction: Interaction): boolean {
    const where = place(interaction);
    return where.at === 'person' && where.isPrivate;
  }

  /** Runs a handler and never rejects: a failure becomes one sentence, and an unexpected one is logged. */
  async function settle(
    { guildId }: Pick<Interaction, 'guildId'>,
    work: () => Promise<Answer>,
    what: string,
  ): Promise<Result> {
    try {
      return { answer: await work(), failed: false };
    } catch (error) {
      if (!(error instanceof UserError)) log.warn({ err: error, command: what }, 'command failed');
      return { answer: { content: userErrorMessage(error, messagesOf(guildId)) }, failed: true };
    }
  }

  function checkRequirement(context: AnswerContext, requirement: Requirement | undefined): void {
    requireRights(requirement, context, context.services.view.settings);
  }

  /**
   * Opens the modal, or says why not. Resolves to whether the interaction was answered; it was not if there is no
   * modal.
   */
  async function openModal(
    interaction: CommandUse | ComponentUse,
    what: string,
    work: () => Promise<Modal | null>,
  ): Promise<boolean> {
    let modal: Modal | null;
    try {
      modal = await work();
    } catch (error) {
      await respondWithMessage(
        interaction.responses,
        settle(interaction, () => Promise.reject(error), what),
        true,
      );
      return true;
    }
    if (modal !== null) await interaction.responses.showModal(modal);
    return modal !== null;
  }

  async function command(interaction: CommandUse, behaviour: Runnable): Promise<void> {
    const context = contextOf(interaction);
    const check = () => {
      checkRequirement(context, behaviour.requires);
      requireWithinBounds(behaviour.options, interaction.options.given);
    };
    const opened = await openModal(interaction, interaction.commandName, async () => {
      check();
      return behaviour.modal?.(interaction, context) ?? null;
    });
    if (opened) return;
    const work = settle(
      interaction,
      async () => {
        check();
        return behaviour.execute(interaction, context);
      },
      interaction.commandName,
    );
    const isEphemeral = behaviour.answerTo === 'asker' || answersPrivately(interaction);
    await respondWithMessage(interaction.responses, work, isEphemeral);
  }

  /** Handles a message command if it works in this place. */
  async function messageCommand(interaction: CommandUse, message: TargetMessage): Promise<void> {
    const { messages } = contextOf(interaction).services.view;
    const found = messageCommands.find(({ name }) =>
      [messages, english].some((language) => name(language) === interaction.commandName),
    );
    if (found === undefined) return replyOutdated(interaction);
    const work = settle(
      interaction,
      async () => found.execute(message, contextOf(interaction)),
      interaction.commandName,
    );
    await respondWithMessage(interaction.responses, work, true);
  }

  function actionTarget(customId: string, input: Pick<ActionInput, 'values' | 'fields'>): Target | null {
    const id = readActionId(customId);
    const action = id === null ? undefined : actions.get(id.name);
    if (id === null || action === undefined) return null;
    return { to: 'action', action, id, input: { ...input, argument: id.argument } };
  }

  /** @param requester the user whose message the answer may replace */
  function screenTarget({ id, texts }: Destination, requester: string | null): Target | null {
    const screen = screens.byId.get(id);
    const show = screen?.open(texts) ?? null;
    if (screen === undefined || show === null) return null;
    const updatesFor = (userId: string) => screen.answersBy === 'update' && userId === requester;
    return { to: 'screen', id, show, updatesFor };
  }

  function targetOf(interaction: ComponentUse): Target | null {
    const { customId, isStringSelect, values } = interaction;
    const whole = actionTarget(customId, { values, fields: new Map() });
    if (whole !== null) return whole;
    // The value of a choice may itself be a target.
    const targetId = (isStringSelect ? values[0] : null) ?? customId;
    const lookup = readTargetId(targetId);
    // A component under an alert belongs to no user.
    if (lookup !== null) return screenTarget(destinationOf(lookup.target), null);
    const offered = readWatchId(targetId);
    if (offered !== null) return screenTarget(watchDestinationOf(offered.target), null);
    const state = readScreenId(targetId);
    return state === null
      ? actionTarget(targetId, { values: [], fields: new Map() })
      : screenTarget(state.destination, state.requester);
  }

  async function showScreen(
    interaction: ComponentUse,
    { id, show, updatesFor }: Extract<Target, { to: 'screen' }>,
  ): Promise<void> {
    const work = settle(interaction, async () => show(contextOf(interaction)), id);
    if (updatesFor(interaction.userId)) await respondByUpdate(interaction.responses, work);
    else await respondWithMessage(interaction.responses, work, true);
  }

  async function runAction(
    interaction: ComponentUse | ModalSubmission,
    { action, id, input }: Extract<Target, { to: 'action' }>,
  ): Promise<void> {
    const { responses } = interaction;
    const context = contextOf(interaction);
    const check = () => {
      checkRequirement(context, action.requires);
      if (id.requester !== context.requester) {
        throw new UserError(({ interactions }) => interactions.belongsToSomebodyElse);
      }
    };
    if (action.answersBy === 'form') {
      if (interaction.type !== 'component') return replyOutdated(interaction);
      await openModal(interaction, action.name, async () => {
        check();
        return action.run(input, context);
      });
      return;
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
    const onMessage = interaction.type === 'component' || interaction.isFromMessage;
    if (action.answersBy === 'update' && onMessage) await respondByUpdate(responses, work);
    else await respondWithMessage(responses, work, true);
  }

  function isTargetAvailable(interaction: Interaction, target: Target): boolean {
    return target.to === 'screen'
      ? isAvailable(interaction, target.id, everywhere.screens)
      : isAvailable(interaction, target.action.name, everywhereActions);
  }

  async function component(interaction: ComponentUse): Promise<void> {
    const target = targetOf(interaction);
    if (target === null) await replyOutdated(interaction);
    else if (!isTargetAvailable(interaction, target)) await replyElsewhere(interaction);
    else if (target.to === 'screen') await showScreen(interaction, target);
    else await runAction(interaction, target);
  }

  async function submission(interaction: ModalSubmission): Promise<void> {
    const target = actionTarget(interaction.customId, { values: [], fields: interaction.fields });
    if (target?.to !== 'action') await replyOutdated(interaction);
    else if (!isTargetAvailable(interaction, target)) await replyElsewhere(interaction);
    else await runAction(interaction, target);
  }

  async function complete(interaction: Autocompletion): Promise<void> {
    const name = fullNameOf(interaction);
    const behaviour = behaviours.get(name);
    const context = contextOf(interaction);
    const isAllowed =
      isAvailable(interaction, name, everywhere.commands) && meetsRequirement(context, behaviour?.requires);
    const choices = isAllowed
      ? await behaviour?.autocomplete?.(interaction, context.services, context)
      : undefined;
    await interaction.responses.suggest((choices ?? []).slice(0, MAX_CHOICES));
  }

  async function replyOutdated({ guildId, responses }: Interaction): Promise<void> {
    await responses.reply({ content: messagesOf(guildId).interactions.outdated }, { isEphemeral: true });
  }

  async function replyElsewhere({ guildId, responses }: Interaction): Promise<void> {
    await responses.reply({ content: messagesOf(guildId).interactions.onlyInServers }, { isEphemeral: true });
  }

  /** Resolves to whether the server could be requested; otherwise it answers with an error. */
  async function isLoaded(interaction: InGuild & Interaction): Promise<boolean> {
    try {
      await load?.(interaction);
      return true;
    } catch (error) {
      const { guildId, responses } = interaction;
      log.warn({ err: error, guildId }, 'server of an interaction not read');
      if (interaction.type === 'autocomplete') await interaction.responses.suggest([]);
      else
        await responses.reply(
          { content: userErrorMessage(error, messagesOf(guildId)) },
          { isEphemeral: true },
        );
      return false;
    }
  }

  async function route(interaction: Interaction): Promise<void> {
    // A server that did not install the app cannot be requested.
    const mayBeLoaded = isInGuild(interaction) && interaction.isInstalledInServer !== false;
    if (mayBeLoaded && !(await isLoaded(interaction))) return;
    switch (interaction.type) {
      case 'autocomplete':
        // Search only for a user's newest text, because Discord shows no other result.
        return latestOnly(
          interaction.userId,
          () => complete(interaction),
          () => interaction.responses.suggest([]),
        );
      case 'command': {
        if (interaction.targetMessage !== null) return messageCommand(interaction, interaction.targetMessage);
        const name = fullNameOf(interaction);
        const behaviour = behaviours.get(name);
        if (behaviour === undefined) return replyOutdated(interaction);
        const isHere = isAvailable(interaction, name, everywhere.commands);
        return isHere ? command(interaction, behaviour) : replyElsewhere(interaction);
      }
      case 'component':
        return component(interaction);
      case 'modal':
        return submission(interaction);
      default:
        return interaction satisfies never;
    }
  }

  return async (interaction) => {
    try {
      await route(interaction);
    } catch (error) {
      const late = error instanceof DiscordAPIError && TOO_LATE.has(error.code);
      log[late ? 'info' : 'error'](
        { err: error, interaction: interaction.id },
        'interaction response not sent',
      );
    }
  };
}
