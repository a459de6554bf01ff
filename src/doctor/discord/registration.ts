import { commands } from '../../../commands/index.ts';
import { declarationOf, type Scope } from '../../discord/registration/declarations.ts';
import { type Differences, differencesOf, isSame } from '../../discord/registration/differences.ts';
import { bad, type Check, type Finding, good, warning } from '../finding.ts';
import type { DiscordApi, Outcome } from './api.ts';
import type { Server } from './servers.ts';
import { wireCommands } from './wire.ts';

type Registered = readonly { readonly name: string }[];

/** Servers whose own commands are looked at; a developer's bot is in few. */
const MOST_SERVERS = 50;

function pathOf(applicationId: string, scope: Scope): string {
  const application = `/applications/${applicationId}`;
  return scope === null ? `${application}/commands` : `${application}/guilds/${scope}/commands`;
}

function inWords({ missing, changed, surplus }: Differences): readonly string[] {
  const line = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${what}: ${names.map((name) => `/${name}`).join(', ')}`];
  return [
    ...line('not registered', missing),
    ...line('registered in another form', changed),
    ...line('registered, but no longer the bot’s', surplus),
  ];
}

function aboutOwn(registered: Registered, scope: Scope, botRuns: boolean): Finding {
  const where = scope === null ? 'in all servers' : `in the server GUILD_ID ${scope} only`;
  const declared = commands.map((command) => declarationOf(command, scope));
  const differences = differencesOf(declared, registered);
  if (isSame(differences))
    return good(`The ${declared.length} commands are registered ${where}, as this version has them.`);
  if (registered.length === 0 && !botRuns)
    return warning(`No command is registered ${where} yet.`, 'The first start registers them: npm start');
  return bad(
    `The commands at Discord are not those of this version (${where}).`,
    botRuns
      ? 'Restart the bot; it registers what differs.'
      : 'Start the bot; it registers what differs: npm start',
    inWords(differences),
  );
}

/** How the commands of one scope are taken away; nothing but a request to Discord does that. */
function removal(apiUrl: string, applicationId: string, scope: Scope): string {
  return `curl -X PUT -H "Authorization: Bot $DISCORD_TOKEN" -H "Content-Type: application/json" -d "[]" ${apiUrl}/v10${pathOf(applicationId, scope)}`;
}

function namesOf(registered: Registered): string {
  return registered.map(({ name }) => `/${name}`).join(', ');
}

/** Checks that Discord has the program's commands, once. */
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

  const everywhere = await ask(null);
  if (!everywhere.ok) {
    yield bad(
      `Discord does not tell which commands are registered: ${everywhere.reason}.`,
      'Try again in a minute.',
    );
    return;
  }
  if (guildId === null) yield aboutOwn(everywhere.value, null, botRuns);
  else if (everywhere.value.length > 0 && servers.some(({ id }) => id === guildId))
    yield warning(
      `In the server GUILD_ID ${guildId} members see commands twice: they are registered for all servers too.`,
      `Take GUILD_ID away to use those for all servers, or remove them: ${removal(apiUrl, applicationId, null)}`,
      [namesOf(everywhere.value)],
    );
  for (const { id, name } of servers.slice(0, MOST_SERVERS)) {
    const own = await ask(id);
    if (!own.ok)
      yield warning(
        `Discord does not let the bot have commands in “${name}”: ${own.reason}.`,
        'Invite the bot there again by the link above, which asks for commands as well.',
      );
    else if (id === guildId) yield aboutOwn(own.value, id, botRuns);
    else if (own.value.length > 0)
      yield warning(
        `The server “${name}” (${id}) still has commands of its own, from an earlier GUILD_ID; members may see them twice.`,
        `Remove them: ${removal(apiUrl, applicationId, id)}`,
        [namesOf(own.value)],
      );
  }
}
