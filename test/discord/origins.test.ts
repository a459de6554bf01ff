import {
  PermissionFlagsBits as Bits,
  ComponentType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf, type Command, type SingleCommand } from '#src/discord/command.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { defineLink } from '#src/discord/components/link.ts';
import type { Guild } from '#src/discord/guilds/guild.ts';
import { readInteraction } from '#src/discord/interactions/interaction.ts';
import { createRouter } from '#src/discord/router.ts';
import { english } from '#src/messages/messages.ts';
import { silentLog } from '../support/silent-log.ts';
import { inMemoryServices } from './command-services.ts';
import { startResponseRecorder } from './recorded-responses.ts';

const PERSON = '100000000000000001';
const SERVER = '200000000000000001';
const CHANNEL = '300000000000000001';

const GUILD: Guild = {
  id: SERVER,
  name: 'Fox Den',
  ownerId: '100000000000000009',
  joinedAt: null,
  systemChannelId: null,
  roles: new Map(),
  channels: new Map(),
  self: null,
};

const MEMBER = Bits.ViewChannel | Bits.SendMessages | Bits.UseExternalApps;
const MANAGER = MEMBER | Bits.ManageGuild;
const APP = Bits.EmbedLinks | Bits.AttachFiles;

/** Where an interaction is made, and how the app came there. */
interface Situation {
  readonly at: 'server' | 'direct messages' | 'group';
  readonly isBotInServer?: boolean;
  readonly permissions?: bigint;
  readonly appPermissions?: bigint;
}

const byPerson = { '1': PERSON };
const byServer = { '0': SERVER };

function originFields({ at, isBotInServer = false, permissions = MEMBER, appPermissions = APP }: Situation) {
  const user = { id: PERSON };
  if (at === 'server') {
    return {
      guild_id: SERVER,
      member: { user, roles: [], permissions: permissions.toString() },
      context: InteractionContextType.Guild,
      authorizing_integration_owners: isBotInServer ? { ...byServer, ...byPerson } : byPerson,
      app_permissions: appPermissions.toString(),
    };
  }
  const context = at === 'group' ? InteractionContextType.PrivateChannel : InteractionContextType.BotDM;
  const owners = at === 'group' ? byPerson : { '0': '0', ...byPerson };
  return { user, context, authorizing_integration_owners: owners, app_permissions: APP.toString() };
}

/** What a router of these commands answers. */
async function answerTo(
  given: readonly Command[],
  situation: Situation,
  payload: { readonly type: InteractionType; readonly data: object },
) {
  await using discord = await startResponseRecorder();
  const settingsAsked: (string | null)[] = [];
  const { services } = inMemoryServices();
  const loaded: string[] = [];
  const route = createRouter({
    commands: given,
    servicesFor(guildId) {
      settingsAsked.push(guildId);
      return services;
    },
    messagesOf: () => english,
    guilds: { get: (id) => (situation.isBotInServer === true && id === SERVER ? GUILD : null) },
    load: async ({ guildId }) => void loaded.push(guildId),
    rest: discord.rest,
    now: Date.now,
    log: silentLog,
  });
  const interaction = readInteraction(
    {
      id: '400000000000000001',
      application_id: '500000000000000001',
      token: 'token',
      channel_id: CHANNEL,
      ...originFields(situation),
      ...payload,
      ...(payload.type === InteractionType.MessageComponent ? { message: { id: '600000000000000001' } } : {}),
    },
    discord.rest,
  );
  if (interaction === null) throw new Error('The interaction cannot be read.');
  await route(interaction);
  const [first] = discord.responses;
  return {
    content: first?.body.data?.content ?? '',
    isEphemeral: ((first?.body.data?.flags ?? 0) & MessageFlags.Ephemeral) !== 0,
    choices: first?.body.data?.choices ?? null,
    requests: discord.responses.length,
    settingsAsked,
    loaded,
  };
}

function commandPayload(fullName: string, type = InteractionType.ApplicationCommand) {
  const [name = '', subcommand] = fullName.split(' ');
  const options = subcommand === undefined ? [] : [{ type: 1, name: subcommand, options: [] }];
  return { type, data: { name, options } };
}

const SITUATIONS: readonly (Situation & { readonly called: string })[] = [
  { called: 'a server of the bot, as a member', at: 'server', isBotInServer: true },
  { called: 'a server of the bot, as a manager', at: 'server', isBotInServer: true, permissions: MANAGER },
  { called: 'a server without the bot, as a member', at: 'server' },
  { called: 'a server without the bot, as a manager', at: 'server', permissions: MANAGER },
  { called: 'the direct messages with the bot', at: 'direct messages' },
  { called: 'a group', at: 'group' },
];

const { onlyInServers } = english.interactions;
const { needManageServer } = english.permissions;

describe.each(SITUATIONS)('in $called', (situation) => {
  const { isBotInServer = false, permissions = MEMBER } = situation;
  const isManager = isBotInServer && permissions === MANAGER;

  const all = [...behavioursOf(commands)].map(([name, { requires }]) => {
    const command = commands.find((each) => each.name === name.split(' ')[0]);
    return { name, isHere: isBotInServer || command?.worksIn === 'everywhere', requires };
  });
  const refused = all.filter(({ isHere }) => !isHere);
  const taken = all.filter(({ isHere }) => isHere);

  it.skipIf(refused.length === 0).for(refused)('/$name says where it works', async ({ name }) => {
    const { content, isEphemeral, requests } = await answerTo(commands, situation, commandPayload(name));
    expect({ content, isEphemeral, requests }).toEqual({
      content: onlyInServers,
      isEphemeral: true,
      requests: 1,
    });
  });

  it.for(taken)(
    '/$name is answered; whoever may not use it is told what is missing',
    async ({ name, requires }) => {
      const { content, requests } = await answerTo(commands, situation, commandPayload(name));
      expect(requests).toBe(1);
      expect(content).not.toBe(onlyInServers);
      expect(content === needManageServer).toBe(requires !== undefined && !isManager);
    },
  );
});

const lookup: SingleCommand = {
  name: 'test',
  worksIn: 'everywhere',
  definition: () => ({ description: 'Tests' }),
  answerTo: 'members',
  execute: async (_interaction, { guildId, mayManage }) => ({ content: `${guildId} ${mayManage}` }),
  autocomplete: () => [{ name: 'a', value: 'a' }],
};

describe('an answer to all', () => {
  const answered = (situation: Situation) => answerTo([lookup], situation, commandPayload('test'));

  it('is one in the direct messages, with the settings of the person', async () => {
    const { content, isEphemeral, settingsAsked } = await answered({ at: 'direct messages' });
    expect({ content, isEphemeral }).toEqual({ content: `dm:${PERSON} false`, isEphemeral: false });
    expect(settingsAsked).toEqual(expect.arrayContaining([`dm:${PERSON}`]));
  });

  it('is one in a server without the bot, with nobody’s settings and without rights', async () => {
    const { content, isEphemeral, settingsAsked, loaded } = await answered({
      at: 'server',
      permissions: MANAGER,
    });
    expect({ content, isEphemeral }).toEqual({ content: `dm:${PERSON} false`, isEphemeral: false });
    expect(new Set(settingsAsked)).toEqual(new Set([null]));
    expect(loaded).toEqual([]);
  });

  it.each([
    ['the person may not use apps of others', { permissions: MEMBER & ~Bits.UseExternalApps }],
    ['the person may not write', { permissions: MEMBER & ~Bits.SendMessages }],
    ['the app may not embed', { appPermissions: Bits.AttachFiles }],
    ['the app may not attach', { appPermissions: Bits.EmbedLinks }],
  ])('is for the asker in a server without the bot where %s', async (_, change) => {
    expect((await answered({ at: 'server', ...change })).isEphemeral).toBe(true);
  });

  it('is one in a server of the bot, whatever apps of others may do there', async () => {
    const situation: Situation = { at: 'server', isBotInServer: true, permissions: Bits.ViewChannel };
    const { content, isEphemeral } = await answered({ ...situation, appPermissions: 0n });
    expect({ content, isEphemeral }).toEqual({ content: `${SERVER} false`, isEphemeral: false });
  });
});

describe('typing outside of the servers of the bot', () => {
  const typed = (command: Command) =>
    answerTo(
      [command],
      { at: 'server' },
      commandPayload('test', InteractionType.ApplicationCommandAutocomplete),
    );

  it('gets choices from a command that works everywhere, and none from others', async () => {
    expect((await typed(lookup)).choices).toHaveLength(1);
    expect((await typed({ ...lookup, worksIn: 'servers' })).choices).toEqual([]);
  });
});

describe('a button outside of the servers of the bot', () => {
  const goLink = defineLink('go', {}, 'asker');
  const go = defineComponent(goLink, { run: async () => ({ content: 'went' }) });
  const pressed = (command: Command) =>
    answerTo(
      [command],
      { at: 'direct messages' },
      {
        type: InteractionType.MessageComponent,
        data: {
          custom_id: writeCustomId(goLink.to({}), { requester: PERSON }),
          component_type: ComponentType.Button,
        },
      },
    );

  it('uses a component of a command that works everywhere, and no other', async () => {
    const withButton = { ...lookup, components: [go] };
    expect((await pressed(withButton)).content).toBe('went');
    expect((await pressed({ ...withButton, worksIn: 'servers' })).content).toBe(onlyInServers);
  });
});
