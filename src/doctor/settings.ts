import { type Config, readConfig, variableNames } from '../config.ts';
import { GavelError } from '../domain/errors.ts';
import { type EnvFile, readEnvFile } from './env-file.ts';
import { bad, type Check, type Finding, good, warning } from './finding.ts';
import { checkWhatPeopleSee } from './what-people-see.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The settings as far as they can be used: what is wrong is left out and, where it can be, at its default. */
export interface UsableSettings {
  readonly config: Config;
  /** Whether the two that have no default can be used. */
  readonly knowsToken: boolean;
  readonly knowsMarketplace: boolean;
}

/** These stand in for settings that are wrong, so that the others can be read; nothing is asked of them. */
const STAND_INS = { DISCORD_TOKEN: 'stands.in.only', MARKETPLACE_URL: 'http://stand-in.invalid' };

const REMEDIES: Readonly<Record<string, string>> = {
  DISCORD_TOKEN:
    'Copy it from https://discord.com/developers/applications → your application → Bot → Reset Token, into .env.',
  MARKETPLACE_URL: 'Write the address of the marketplace into .env, without /api at its end.',
};

/** The mistakes of the settings by variable, one sentence each. */
function mistakesIn(variables: Variables): ReadonlyMap<string, string> {
  try {
    readConfig(variables);
    return new Map();
  } catch (error) {
    if (!(error instanceof GavelError) || error.code !== 'CONFIG_INVALID') throw error;
    return new Map(
      error.message.split('\n').map((line) => [/^[A-Z_]+/.exec(line)?.[0] ?? line, line] as const),
    );
  }
}

/** Letters that differ, for a name that was mistyped. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, against] of other.split('').entries()) {
      const swap = (row[j] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function strangers(variables: Variables): readonly Finding[] {
  return Object.keys(variables)
    .filter((name) => !variableNames.includes(name))
    .flatMap((name) => {
      const near = variableNames.find((known) => distance(name.toUpperCase().trim(), known) <= 2);
      if (near === undefined) return [];
      return [
        warning(
          `.env sets ${JSON.stringify(name)}, which is no setting of Gavel.`,
          `Perhaps ${near} is meant.`,
        ),
      ];
    });
}

function aboutFile(file: EnvFile, environment: Variables): readonly Finding[] {
  if (file.state === 'unreadable') {
    return [
      bad(
        `The file .env cannot be read: ${file.reason}.`,
        'Make it a plain file of yours: chmod 600 .env, and chown it to the user that runs the bot.',
      ),
    ];
  }
  if (file.state === 'absent') {
    if ((environment['DISCORD_TOKEN'] ?? '') !== '')
      return [good('There is no .env file; the settings come from the environment.')];
    return [
      bad(
        'There is no .env file in this folder.',
        'Run: cp .env.example .env, and fill in the values at its top.',
      ),
    ];
  }
  const open = warning(
    'Every user of this machine can read .env, and with it the bot’s token.',
    'Run: chmod 600 .env',
  );
  return [good('The file .env can be read.'), ...(file.open ? [open] : []), ...strangers(file.variables)];
}

/**
 * Checks `.env` and every setting. What the environment sets goes before the file, as it does for the bot.
 * @param deps.envFile path of `.env`
 */
export async function* checkSettings(deps: {
  readonly envFile: string;
  readonly environment: Variables;
}): Check<UsableSettings> {
  const file = readEnvFile(deps.envFile);
  yield* aboutFile(file, deps.environment);
  const variables = { ...(file.state === 'read' ? file.variables : {}), ...deps.environment };
  const mistakes = mistakesIn(variables);
  for (const [name, sentence] of mistakes)
    yield bad(`${sentence}.`, REMEDIES[name] ?? `Correct ${name} in .env, or take the line away.`);
  const set = variableNames.filter((name) => (variables[name] ?? '').trim() !== '');
  if (mistakes.size === 0) yield good(`The ${set.length} settings that are set are well formed.`);
  const usable = Object.fromEntries(Object.entries(variables).filter(([name]) => !mistakes.has(name)));
  const config = readConfig({ ...STAND_INS, ...usable });
  yield* checkWhatPeopleSee(variables, config, mistakes);
  return {
    config,
    knowsToken: !mistakes.has('DISCORD_TOKEN'),
    knowsMarketplace: !mistakes.has('MARKETPLACE_URL'),
  };
}
