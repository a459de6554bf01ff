import { DiscordAPIError, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { english, type Messages } from '#src/messages/messages.ts';
import { filterForMember } from './access/filter-for-member.ts';
import { accessOfPerson, type MemberAccess, memberAccessOf } from './access/member-access.ts';
import { meetsRequirement, NO_RIGHTS, type Requirement, requireRights, rightsOf } from './access/rights.ts';
import type { Answer } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { everywhereOf } from './availability.ts';
import { behavioursOf, type Command, type Runnable } from './command.ts';
import { type Bound, type Component, type Input, NO_INPUT } from './components/component.ts';
import { readCustomId } from './components/custom-id.ts';
import type { Modal } from './components/modal.ts';
import { componentsOf } from './components/registry.ts';
import { createTryAgain, offerTryAgain } from './components/try-again.ts';
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
import { requireWithinBounds } from './option-bounds.ts';
import { originOf } from './origin.ts';
import { type Result, respondByUpdate, respondWithMessage } from './respond.ts';
import type { CommandServices } from './services.ts';
import { UserError, userErrorMessage } from './user-error.ts';

/** Discord's limit of choices. */
const MAX_CHOICES = 25;

/** Discord's codes for an interaction that has expired or was already answered, and for a dismissed answer. */
const TOO_LATE = new Set<number | string>([10062, 40060, 10015, 50027, 10008]);

/** A component with the values of its parameters, on its way to being used. */
interface Use {
  readonly component: Component;
  readonly bound: Bound;
  /** Its parameters as one text, where it is the asker's only. */
  readonly argument: string;
  /** The person whose command its message answered; `null` for nobody. */
  readonly asker: string | null;
  readonly input: Input;
}

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
  const { byId, collectionTabs } = componentsOf(deps.commands);
  const tryAgain = createTryAgain(byId);
  const components = new Map([...byId, [tryAgain.id, tryAgain]]);
  const messageCommands = deps.commands.flatMap((command) => command.messageCommands ?? []);
  const everywhere = everywhereOf(deps.commands);
  const everywhereComponents = new Set([...everywhere.components, tryAgain.id]);
  const latestOnly = createLatestOnly();

  const fullNameOf = ({ commandName, options: { subcommand } }: CommandUse | Autocompletion): string =>
    subcommand === null ? commandName : `${commandName} ${subcommand}`;

  const origin = (interaction: Interaction) =>
    originOf(interaction, (guildId) => guilds.get(guildId) !== null);

  /** @param names names of parts that can be used everywhere */
  const isAvailable = (interaction: Interaction, name: string, names: ReadonlySet<string>): boolean =>
    origin(interaction).at === 'server' || names.has(name);

  /** @throws Error for a server that is not known, which `origin` has ruled out */
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
    const used = origin(interaction);
    const basis = { requester, channelId: channelId ?? '', alertMessageId: null, collectionTabs };
    if (used.at === 'person') {
      const memberAccess = accessOfPerson(requester);
      const services = filterForMember(memberAccess, servicesFor(used.settingsOf));
      return { ...basis, ...NO_RIGHTS, guildId: used.guildId, memberAccess, services };
    }
    const { guildId, member } = used.interaction;
    const memberAccess = accessOf(used.interaction);
    const services = filterForMember(memberAccess, servicesFor(guildId));
    return { ...basis, ...rightsOf(member, services.view.settings), guildId, memberAccess, services };
  }

  function answersPrivately(interaction: Interaction): boolean {
    const used = origin(interaction);
    return used.at === 'person' && used.isPrivate;
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

  /** The component that a custom id leads to; `null` where it leads to none. */
  function find(customId: string, input: Input): Use | null {
    const read = readCustomId(customId);
    const component = components.get(read?.destination.id ?? '');
    if (read === null || component === undefined) return null;
    const { isAskersOnly, texts } = read.destination;
    const bound = isAskersOnly === (component.owner === 'asker') ? component.bind(texts) : null;
    return bound === null ? null : { component, bound, argument: texts.join(), asker: read.asker, input };
  }

  /** A command in the menu of a message. */
  function findInMenu(interaction: CommandUse, message: TargetMessage): Use | null {
    const { messages } = contextOf(interaction).services.view;
    const found = messageCommands.find(({ name }) =>
      [messages, english].some((language) => name(language) === interaction.commandName),
    );
    const bound = found?.component.bind([]) ?? null;
    if (found === undefined || bound === null) return null;
    return { component: found.component, bound, argument: '', asker: null, input: { ...NO_INPUT, message } };
  }

  /** The value of a choice may itself lead to a component. */
  function findPressed({ customId, isStringSelect, values }: ComponentUse): Use | null {
    const [first] = values;
    const isChoice = isStringSelect && first !== undefined;
    return find(customId, { ...NO_INPUT, chosen: values }) ?? (isChoice ? find(first, NO_INPUT) : null);
  }

  function findSubmitted({ customId, fields }: ModalSubmission): Use | null {
    const found = find(customId, { ...NO_INPUT, fields });
    return found?.component.owner === 'asker' && found.bound.run !== null ? found : null;
  }

  /** @throws UserError for somebody who may not use it now */
  function checkUse({ component: { owner, requires }, asker }: Use, context: AnswerContext): void {
    checkRequirement(context, requires);
    if (owner === 'asker' && asker !== context.requester) {
      throw new UserError(({ interactions }) => interactions.belongsToSomebodyElse);
    }
  }

  /** Whether the answer replaces the message of the component; if not, the person gets one of their own. */
  function updates(interaction: Interaction, { component: { owner, answersBy }, asker }: Use): boolean {
    const isOnMessage =
      interaction.type === 'component' || (interaction.type === 'modal' && interaction.isFromMessage);
    if (!isOnMessage || answersBy !== 'update' || owner === 'nobody') return false;
    return owner === 'asker' || asker === interaction.userId;
  }

  /** What is under an alert belongs to nobody: its custom id names no asker. */
  const alertOf = (interaction: Interaction, { asker }: Use): string | null =>
    interaction.type === 'component' && asker === null ? interaction.messageId : null;

  /** The one way of every button, menu, modal and message command. */
  async function use(
    interaction: CommandUse | ComponentUse | ModalSubmission,
    found: Use | null,
  ): Promise<void> {
    if (found === null) return replyOutdated(interaction);
    const { component, bound, input } = found;
    const { id } = component;
    if (!isAvailable(interaction, id, everywhereComponents)) return replyElsewhere(interaction);
    const allowed = (): AnswerContext => {
      const context = { ...contextOf(interaction), alertMessageId: alertOf(interaction, found) };
      checkUse(found, context);
      return context;
    };
    const { run, modal } = bound;
    if (run === null) {
      if (interaction.type === 'modal') return replyOutdated(interaction);
      await openModal(interaction, id, async () => modal?.(allowed(), input.fields) ?? null);
      return;
    }
    const settled = settle(interaction, async () => run(allowed(), input), id);
    const work = settled.then(async ({ answer, failed }) => ({
      failed,
      answer: failed
        ? await offerTryAgain(answer, found, input.fields, () => contextOf(interaction), log)
        : answer,
    }));
    if (updates(interaction, found)) await respondByUpdate(interaction.responses, work);
    else await respondWithMessage(interaction.responses, work, true);
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
        const { targetMessage } = interaction;
        if (targetMessage !== null) return use(interaction, findInMenu(interaction, targetMessage));
        const name = fullNameOf(interaction);
        const behaviour = behaviours.get(name);
        if (behaviour === undefined) return replyOutdated(interaction);
        const isHere = isAvailable(interaction, name, everywhere.commands);
        return isHere ? command(interaction, behaviour) : replyElsewhere(interaction);
      }
      case 'component':
        return use(interaction, findPressed(interaction));
      case 'modal':
        return use(interaction, findSubmitted(interaction));
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
