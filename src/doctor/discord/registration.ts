import { commands } from '#commands/index.ts';
import { declarationsOf, type Scope } from '#src/discord/registration/declarations.ts';
import { type Differences, differencesOf, hasNoDifferences } from '#src/discord/registration/differences.ts';
import { english } from '#src/messages/messages.ts';
import { bad, type Check, type CheckResult, good, warning } from '../check-result.ts';
import type { DiscordApi, Outcome } from './api.ts';
import type { Server } from './servers.ts';
import { wireCommands } from './wire.ts';

type Registered = readonly { readonly name: string }[];

/** Maximum servers whose own commands are checked. A developer's bot is in few servers. */
const MAX_SERVERS = 50;

function pathOf(applicationId: string, scope: Scope): string {
  const application = `/applications/${applicationId}`;
  return scope === null ? `${application}/commands` : `${application}/guilds/${scope}/commands`;
}

function describeDifferences({ missing, changed, surplus }: Differences): readonly string[] {
  const line = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${what}: ${names.map((name) => `/${name}`).join(', ')}`];
  return [
    ...line('not registered', missing),
    ...line('registered with another definition', changed),
    ...line('registered, but no longer the bot’s', surplus),
  ];
}

function checkOwnCommands(registered: Registered, scope: Scope, botRuns: boolean): CheckResult {
  const where = scope === null ? 'in all servers' : `in the server GUILD_ID ${scope} only`;
  const declared = declarationsOf(commands, scope, english);
  const differences = differencesOf(declared, registered);
  if (hasNoDifferences(differences))
    return good(`The ${declared.length} commands are registered ${where}, as this version has them.`);
  if (registered.length === 0 && !botRuns)
    return warning(`No command is registered ${where} yet.`, 'The first start registers them: npm start');
  return bad(
    `The commands at Discord are not those of this version (${where}).`,
    botRuns
      ? 'Restart the bot; it registers what differs. If Discord refuses that, the log says why.'
      : 'Start the bot; it registers what differs: npm start',
    describeDifferences(differences),
  );
}

/** Returns a shell command that removes the commands of one scope, because Discord has no user interface for it. */
function removalCommand(apiUrl: string, applicationId: string, scope: Scope): string {
  return `curl -X PUT -H "Authorization: Bot $DISCORD_TOKEN" -H "Content-Type: application/json" -d "[]" ${apiUrl}/v10${pathOf(applicationId, scope)}`;
}

function formatNames(registered: Registered): string {
  return registered.map(({ name }) => `/${name}`).join(', ');
}

/** Checks that Discord has this version's commands, and no duplicates. */
export async function* checkRegistration(
  api: DiscordApi,
  options: {
    readonly apiUrl: string;
    readonly applicationId: string;
    readonly guildId: string | null;
    readonly servers: readonly Server[];
    readonly botRuns: boolean;
  },
): Check {
  const { apiUrl, applicationId, guildId, servers, botRuns } = options;
  const ask = (scope: Scope): Promise<Outcome<Registered>> =>
    api.get(`${pathOf(applicationId, scope)}?with_localizations=true`, wireCommands);

  const globalCommands = await ask(null);
  if (!globalCommands.ok) {
    yield bad(
      `The registered commands could not be read from Discord: ${globalCommands.reason}.`,
      'Try again in a minute.',
    );
    return;
  }
  if (guildId === null) yield checkOwnCommands(globalCommands.value, null, botRuns);
  else if (globalCommands.value.length > 0 && servers.some(({ id }) => id === guildId))
    yield warning(
      `In the server GUILD_ID ${guildId} members see commands twice: they are registered for all servers too.`,
      `Take GUILD_ID away to use those for all servers, or remove them: ${removalCommand(apiUrl, applicationId, null)}`,
      [formatNames(globalCommands.value)],
    );
  for (const { id, name } of servers.slice(0, MAX_SERVERS)) {
    const own = await ask(id);
    if (!own.ok)
      yield warning(
        `Discord does not let the bot have commands in “${name}”: ${own.reason}.`,
        'Invite the bot there again by the link above, which asks for commands as well.',
      );
    else if (id === guildId) yield checkOwnCommands(own.value, id, botRuns);
    else if (own.value.length > 0)
      yield warning(
        `The server “${name}” (${id}) still has commands of its own, from an earlier GUILD_ID; members may see them twice.`,
        `Remove them: ${removalCommand(apiUrl, applicationId, id)}`,
        [formatNames(own.value)],
      );
  }
}
