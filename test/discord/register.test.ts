import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Command } from '#src/discord/command.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { declarationsOf } from '#src/discord/registration/declarations.ts';
import { registerCommands } from '#src/discord/registration/register.ts';
import { english } from '#src/messages/messages.ts';
import { validateCommands } from '../../sandbox/discord/validation/command.ts';
import { flatErrors } from '../sandbox/discord/validation/flat-errors.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { createBotLog, loggerInto } from '../support/bot-log.ts';

interface Registered {
  /** The bodies that Discord was sent. */
  readonly sent: readonly unknown[];
  readonly ids: ReadonlyMap<string, string>;
  /** The log entry. */
  readonly said: object | undefined;
}

/** Registers commands as the bot does at startup. */
async function register(
  world: TestWorld,
  list: readonly Command[] = commands,
  scope: string | null = null,
): Promise<Registered> {
  using rest = createGatewayRest({ apiUrl: world.discord.apiUrl, token: world.token });
  const sent: unknown[] = [];
  const stop = world.discord.onRequest(({ method, body }) => {
    if (method === 'PUT') sent.push(body);
  });
  const log = createBotLog();
  const { ids } = await registerCommands({
    rest,
    applicationId: world.applicationId,
    commands: list,
    messages: english,
    scope,
    log: loggerInto(log),
  });
  stop();
  return { sent, ids, said: log.lines.at(-1) };
}

/** All names, with those of commands in the menu of a message. */
const namesOf = (list: readonly Command[]) =>
  declarationsOf(list, null, english)
    .map(({ name }) => name)
    .toSorted();

/** The command with another description. */
function reworded(command: Command): Command {
  const inOtherWords = { description: 'In other words.' };
  return 'subcommands' in command
    ? { ...command, definition: () => ({ ...command.definition(english), ...inOtherWords }) }
    : { ...command, definition: () => ({ ...command.definition(english), ...inOtherWords }) };
}

describe('registering the commands', () => {
  it('declares all of them in one request that Discord takes', async () => {
    await using world = await startTestWorld();
    const { sent } = await register(world);
    expect(sent).toHaveLength(1);
    expect(flatErrors(validateCommands(sent[0]))).toEqual([]);
    expect(world.discord.commandNames(world.applicationId).toSorted()).toEqual(namesOf(commands));
  });

  it('declares where each can be used: administration in servers only, all others everywhere', async () => {
    await using world = await startTestWorld();
    const { sent } = await register(world);
    for (const command of sent[0] as readonly { readonly name: string }[]) {
      const isOfServers = [
        'alerts',
        'silence',
        'Silence this',
        'template',
        'why',
        'Why was this posted?',
        'settings',
      ].includes(command.name);
      expect(command).toMatchObject(
        isOfServers
          ? { contexts: [0], integration_types: [0] }
          : { contexts: [0, 1, 2], integration_types: [0, 1] },
      );
    }
  });

  it('removes commands of an earlier version, and logs which', async () => {
    await using world = await startTestWorld();
    await register(world);
    const { said } = await register(world, commands.slice(0, 1));
    expect(world.discord.commandNames(world.applicationId)).toEqual([commands[0]?.name]);
    expect(said).toMatchObject({ missing: [], changed: [] });
    expect(
      (said as { surplus: string[] }).surplus.map((name) => name.replace(' (type 3)', '')).toSorted(),
    ).toEqual(namesOf(commands.slice(1)));
  });

  it('sends nothing when they are registered already, and knows their ids all the same', async () => {
    await using world = await startTestWorld();
    const first = await register(world);
    const second = await register(world);
    expect(second.sent).toEqual([]);
    expect(second.ids).toEqual(first.ids);
    expect(second.ids.size).toBe(namesOf(commands).length);
    expect(second.said).toMatchObject({ msg: 'commands up to date' });
  });

  it('sends them again when one is declared otherwise, and says which', async () => {
    await using world = await startTestWorld();
    await register(world);
    const changed = commands.map((command, index) => (index === 1 ? reworded(command) : command));
    const { sent, said } = await register(world, changed);
    expect(sent).toHaveLength(1);
    expect(said).toMatchObject({ missing: [], changed: [commands[1]?.name], surplus: [] });
  });

  it('sends them again when one is new, and says which', async () => {
    await using world = await startTestWorld();
    await register(world, commands.slice(1));
    const { sent, said } = await register(world);
    expect(sent).toHaveLength(1);
    expect(said).toMatchObject({ missing: [commands[0]?.name], changed: [], surplus: [] });
  });

  it('sends them again when somebody changed an option at Discord', async () => {
    await using world = await startTestWorld();
    const { ids } = await register(world);
    await world.call('PATCH', `/applications/${world.applicationId}/commands/${ids.get('token')}`, {
      options: [{ type: ApplicationCommandOptionType.String, name: 'other', description: 'Another one' }],
    });
    expect((await register(world)).said).toMatchObject({ changed: ['token'] });
  });
});

describe('registering the commands in one server', () => {
  it('declares them there and nowhere else, with ids of their own', async () => {
    await using world = await startTestWorld();
    const { ids, sent } = await register(world, commands, world.guildId);
    expect(flatErrors(validateCommands(sent[0]))).toEqual([]);
    expect(world.discord.commandNames(world.applicationId)).toEqual([]);
    expect(world.discord.commandNames(world.applicationId, world.guildId).toSorted()).toEqual(
      namesOf(commands),
    );
    expect([...ids.keys()].toSorted()).toEqual(namesOf(commands));
  });

  it('sends nothing when they are registered there already', async () => {
    await using world = await startTestWorld();
    await register(world, commands, world.guildId);
    expect((await register(world, commands, world.guildId)).sent).toEqual([]);
  });

  it('leaves those for all servers alone', async () => {
    await using world = await startTestWorld();
    await register(world);
    await register(world, commands.slice(0, 1), world.guildId);
    expect(world.discord.commandNames(world.applicationId)).toHaveLength(namesOf(commands).length);
  });

  it('refuses a server that the bot is not in, by the name of the setting', async () => {
    await using world = await startTestWorld();
    const { id } = world.discord.createGuild({ name: 'Elsewhere', ownerId: world.ownerId });
    const refused = await register(world, commands, id).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GavelError);
    expect(refused).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('GUILD_ID') });
  });
});
