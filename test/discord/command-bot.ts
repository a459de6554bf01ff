import type { Logger } from 'pino';
import type { Command } from '#src/discord/command.ts';
import type { Guilds } from '#src/discord/guilds/guilds.ts';
import type { Interaction } from '#src/discord/interactions/interaction.ts';
import { registerCommands } from '#src/discord/registration/register.ts';
import { createRouter } from '#src/discord/router.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { english } from '#src/messages/messages.ts';
import { startTestWorld, type TestWorld } from '../sandbox/discord/world.ts';
import { silentLog } from '../support/silent-log.ts';
import { connectBot } from './connect-bot.ts';

/** A local Discord with a bot that has only these commands. */
export interface CommandBot extends TestWorld {
  readonly guilds: Guilds;
}

/** Starts it; the owner may manage the server, the member may not. */
export async function startCommandBot(options: {
  readonly commands: readonly Command[];
  /** For every server, or by its id where they differ. */
  readonly services: CommandServices | ((guildId: string | null) => CommandServices);
  readonly log?: Logger;
}): Promise<CommandBot> {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startTestWorld());
  let route: (interaction: Interaction) => Promise<void> = async () => undefined;
  const { guilds, rest } = parts.use(await connectBot(world, (interaction) => route(interaction)));
  const { commands, services, log = silentLog } = options;
  await registerCommands({
    rest,
    applicationId: world.applicationId,
    commands,
    messages: english,
    scope: null,
    log: silentLog,
  });
  route = createRouter({
    commands,
    servicesFor: typeof services === 'function' ? services : () => services,
    messagesOf: () => english,
    guilds,
    rest,
    now: Date.now,
    log,
  });
  const owned = parts.move();
  return { ...world, guilds, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
