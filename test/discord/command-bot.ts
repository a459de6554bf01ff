import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { Command } from '../../src/discord/command.ts';
import { registerCommands } from '../../src/discord/register.ts';
import { createRouter } from '../../src/discord/router.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import { english } from '../../src/messages/messages.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { silentLog } from '../support/silent-log.ts';

/** A local Discord with a bot that has only these commands. */
export interface CommandBot extends TestWorld {
  readonly client: Client<true>;
}

/** Starts it; the owner may manage the server, the member may not. */
export async function startCommandBot(options: {
  readonly commands: readonly Command[];
  /** For every server, or by its id where they differ. */
  readonly services: CommandServices | ((guildId: string) => CommandServices);
  readonly log?: Logger;
}): Promise<CommandBot> {
  const world = await startTestWorld();
  const client = await world.connect();
  const { commands, services, log = silentLog } = options;
  await registerCommands({
    rest: client.rest,
    applicationId: world.applicationId,
    commands,
    messages: english,
    scope: null,
    log: silentLog,
  });
  const route = createRouter({
    commands,
    servicesFor: typeof services === 'function' ? services : () => services,
    messagesOf: () => english,
    log,
  });
  client.on('interactionCreate', (interaction) => void route(interaction));
  return { ...world, client };
}
