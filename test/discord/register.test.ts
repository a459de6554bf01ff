import { InteractionContextType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { validateCommands } from '../../sandbox/discord/validation/command.ts';
import { registerCommands } from '../../src/discord/register.ts';
import { flatErrors } from '../sandbox/discord/validation/flat-errors.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';

/** Registers all commands as the bot does, and answers with what Discord was sent. */
async function register(world: TestWorld, list = commands): Promise<unknown> {
  const { rest } = await world.connect();
  const sent: unknown[] = [];
  world.discord.onRequest(({ method, body }) => {
    if (method === 'PUT') sent.push(body);
  });
  await registerCommands({ rest, applicationId: world.applicationId, commands: list });
  expect(sent).toHaveLength(1);
  return sent[0];
}

describe('registering the commands', () => {
  it('declares all of them in one request that Discord takes', async () => {
    await using world = await startTestWorld();
    expect(flatErrors(validateCommands(await register(world)))).toEqual([]);
    expect(world.discord.commandNames(world.applicationId).toSorted()).toEqual(
      commands.map(({ definition }) => definition.name).toSorted(),
    );
  });

  it('declares them for servers only', async () => {
    await using world = await startTestWorld();
    const declared = await register(world);
    for (const command of declared as readonly object[]) {
      expect(command).toMatchObject({ contexts: [InteractionContextType.Guild] });
    }
  });

  it('takes away what an earlier version had declared', async () => {
    await using world = await startTestWorld();
    await register(world);
    const [first] = commands;
    await register(world, first === undefined ? [] : [first]);
    expect(world.discord.commandNames(world.applicationId)).toEqual([first?.definition.name]);
  });
});
