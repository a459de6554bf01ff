import { REST } from 'discord.js';
import {
  PermissionFlagsBits as Bits,
  ChannelType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { commands } from '#commands/index.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { Guild } from '#src/discord/guilds/guild.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { readOptions } from '#src/discord/interactions/options.ts';
import type { TargetMessage } from '#src/discord/interactions/payload.ts';
import type { InteractionResponses } from '#src/discord/interactions/responses.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { createRouter } from '#src/discord/router.ts';
import { english } from '#src/messages/messages.ts';
import { saleAlert } from '../../support/build-alert.ts';
import { silentLog } from '../../support/silent-log.ts';
import { inMemoryServices, summary } from '../command-services.ts';

const ASKER = '100000000000000001';
export const OTHER = '100000000000000002';
const CHANNEL = '300000000000000001';
const SERVER = '200000000000000001';

const GUILD: Guild = {
  id: SERVER,
  name: 'Fox Den',
  ownerId: '100000000000000009',
  joinedAt: null,
  systemChannelId: null,
  roles: new Map([
    [
      SERVER,
      {
        id: SERVER,
        name: '@everyone',
        permissions: Bits.ViewChannel | Bits.SendMessages | Bits.ReadMessageHistory,
        isMentionable: false,
      },
    ],
  ]),
  channels: new Map([
    [
      CHANNEL,
      {
        id: CHANNEL,
        type: ChannelType.GuildText,
        name: 'sales',
        parentId: null,
        position: 0,
        overwrites: [],
        thread: null,
      },
    ],
  ]),
  self: null,
};

/** A file of `/alerts import` with a channel that the server does not have. */
const FILE = JSON.stringify({
  format: 'gavel-alerts',
  version: 1,
  channels: [{ id: '300000000000000009', name: 'elsewhere', alerts: [{ alerts: ['sale'] }] }],
});

/** Who uses something, and whether they may manage the server. */
export interface User {
  readonly userId?: string;
  readonly isManager?: boolean;
}

/** How the bot answered. */
export interface Outcome {
  readonly how: 'reply' | 'update' | 'modal';
  /** The first words of the answer, the title of the modal, or what was looked up for it. */
  readonly says: string;
  /** All custom ids in the answer, and the values of its menus that are custom ids. */
  readonly ids: readonly string[];
}

/** All custom ids, and the values of menus that are custom ids. */
export function idsIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(idsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'custom_id') return [String(value)];
    if (key === 'value' && /^(?:at|do|to|wa)\./.test(String(value))) return [String(value)];
    return idsIn(value);
  });
}

function outcomeOf(how: Outcome['how'], answer: Answer): Outcome {
  const says =
    answer.content === undefined || answer.content === '' ? answer.embeds?.[0]?.title : answer.content;
  return { how, says: (says ?? '').slice(0, 90), ids: idsIn(answer.components ?? []) };
}

const LOOKUPS = [
  ...['collection', 'traits', 'tokens', 'token', 'neighbour', 'holders', 'profile', 'owned'],
  ...['auctions', 'auction', 'activities'],
] as const;

/** Lookups of a marketplace that does not answer. @param note what is looked up */
function lookupsThat(note: (lookup: string) => void): Partial<Lookups> {
  const lookups = LOOKUPS.map((name) => [
    name,
    (...given: unknown[]) => {
      note(`lookup ${name} ${JSON.stringify(given)}`);
      return Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down'));
    },
  ]);
  return { learnNames: async () => undefined, ...Object.fromEntries(lookups) };
}

/**
 * All commands over data in memory. It uses no more of the bot than what takes an interaction and what answers it, so
 * that a test stays the same whatever lies between.
 */
export function startPinnedRouter() {
  const lookedUp: string[] = [];
  const { services } = inMemoryServices({
    collections: [
      summary(),
      ...Array.from({ length: 12 }, (_, at) =>
        summary({ name: `Foxes ${at}`, address: `0x${String(at).padStart(40, '0')}` }),
      ),
    ],
    lookups: lookupsThat((lookup) => lookedUp.push(lookup)),
    health: {
      held: [{ postId: 5, channelId: CHANNEL, triedAt: 0, alerts: [saleAlert(7)] }],
    },
  });
  const answered: Outcome[] = [];
  const responses: InteractionResponses = {
    reply: async (answer) => void answered.push(outcomeOf('reply', answer)),
    deferReply: async () => undefined,
    editReply: async (answer) => void answered.push(outcomeOf('reply', answer)),
    editParts: async () => undefined,
    update: async (answer) => void answered.push(outcomeOf('update', answer)),
    deferUpdate: async () => undefined,
    followUp: async (answer) => void answered.push(outcomeOf('reply', answer)),
    showModal: async ({ title, custom_id: id }) =>
      void answered.push({ how: 'modal', says: title, ids: [id] }),
    suggest: async () => undefined,
  };
  const route = createRouter({
    commands,
    servicesFor: () => ({ ...services, readAttachment: async () => FILE }),
    messagesOf: () => english,
    guilds: { get: (id) => (id === SERVER ? GUILD : null) },
    rest: new REST(),
    now: () => 0,
    log: silentLog,
  });

  function baseOf({ userId = ASKER, isManager = true }: User) {
    const permissions = isManager ? Bits.ManageGuild | Bits.Administrator : Bits.ViewChannel;
    return {
      id: '400000000000000001',
      userId,
      guildId: SERVER,
      channelId: CHANNEL,
      member: { userId, roleIds: [], timedOutUntil: null, permissions },
      isDirectMessage: false,
      isInstalledInServer: true,
      appPermissions: null,
      responses,
    };
  }

  async function take(interaction: Interaction): Promise<Outcome> {
    answered.length = 0;
    lookedUp.length = 0;
    await route(interaction);
    const [first] = answered;
    if (first === undefined) throw new Error('There was no answer.');
    return lookedUp.length === 0 ? first : { ...first, says: lookedUp.join(' ') };
  }

  function command(
    fullName: string,
    options: Readonly<Record<string, string>> = {},
    message: TargetMessage | null = null,
  ): Promise<Outcome> {
    const isMenu = message !== null;
    const [name = '', subcommand] = isMenu ? [fullName] : fullName.split(' ');
    const given = Object.entries(options).map(([option, value]) => ({
      name: option,
      type: Type.String,
      value,
    }));
    const all =
      subcommand === undefined ? given : [{ name: subcommand, type: Type.Subcommand, options: given }];
    return take({
      ...baseOf({}),
      type: 'command',
      commandName: name,
      targetMessage: message,
      options: { ...readOptions({ name, options: all }), getAttachment: () => ({ url: '', size: 1 }) },
    });
  }

  return {
    /** An alert of the channel, or a watch of the asker. */
    async addRule(target: 'channel' | 'asker'): Promise<number> {
      const where =
        target === 'channel'
          ? { guildId: SERVER, channelId: CHANNEL }
          : { guildId: `dm:${ASKER}`, channelId: `dm:${ASKER}` };
      const added = await services.subscriptions.add({
        ...where,
        topics: ['sale'],
        filter: MATCH_ALL,
        pingRoles: [],
        createdBy: ASKER,
        createdAt: 0,
      });
      if (added.type !== 'added') throw new Error('There is no room.');
      return added.subscription.id;
    },
    command,
    messageCommand: (name: string, message: TargetMessage) => command(name, {}, message),
    press: (customId: string, user: User = {}): Promise<Outcome> =>
      take({
        ...baseOf(user),
        type: 'component',
        customId,
        messageId: '900000000000000001',
        isStringSelect: false,
        values: [],
      }),
    choose: (customId: string, values: readonly string[], isText = true, user: User = {}): Promise<Outcome> =>
      take({
        ...baseOf(user),
        type: 'component',
        customId,
        messageId: '900000000000000001',
        isStringSelect: isText,
        values,
      }),
    submit: (
      customId: string,
      fields: Readonly<Record<string, readonly string[]>>,
      user: User = {},
    ): Promise<Outcome> =>
      take({
        ...baseOf(user),
        type: 'modal',
        customId,
        fields: new Map(Object.entries(fields)),
        isFromMessage: true,
      }),
  };
}
