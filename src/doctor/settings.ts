import { editDistance } from '#src/chain/edit-distance.ts';
import { GavelError } from '#src/chain/errors.ts';
import { type Config, NEEDED_OVER_HTTP, readConfig, variableNames } from '#src/config.ts';
import { bad, type Check, type CheckResult, good, warning } from './check-result.ts';
import { checkDisplaySettings } from './display-settings.ts';
import { type EnvFile, readEnvFile } from './env-file.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The usable settings: an invalid one is replaced by its default, if it has one. */
export interface UsableSettings {
  readonly config: Config;
  /** Whether the two settings without a default are valid. */
  readonly hasValidToken: boolean;
  readonly hasValidMarketplaceUrl: boolean;
}

/** Placeholders for invalid required settings, so that the other settings can be read. Requests never use them. */
const PLACEHOLDERS = { DISCORD_TOKEN: 'stands.in.only', MARKETPLACE_URL: 'http://stand-in.invalid' };

const REMEDIES: Readonly<Record<string, string>> = {
  DISCORD_TOKEN:
    'Copy it from https://discord.com/developers/applications → your application → Bot → Reset Token, into .env.',
  DISCORD_PUBLIC_KEY:
    'Copy it from https://discord.com/developers/applications → your application → General Information, into .env.',
  MARKETPLACE_URL: 'Write the address of the marketplace into .env, without /api at its end.',
};

/** Returns the invalid settings, with a message each. */
function findMistakes(variables: Variables): ReadonlyMap<string, string> {
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

function unknownSettings(variables: Variables): readonly CheckResult[] {
  return Object.keys(variables)
    .filter((name) => !variableNames.includes(name))
    .flatMap((name) => {
      const near = variableNames.find((known) => editDistance(name.toUpperCase().trim(), known) <= 2);
      if (near === undefined) return [];
      return [
        warning(
          `.env sets ${JSON.stringify(name)}, which is no setting of Gavel.`,
          `Perhaps ${near} is meant.`,
        ),
      ];
    });
}

function checkEnvFile(file: EnvFile, environment: Variables): readonly CheckResult[] {
  if (file.state === 'unreadable') {
    return [
      bad(
        `The file .env cannot be read: ${file.reason}.`,
        'Make it a plain file that you own: chmod 600 .env, and chown it to the user that runs the bot.',
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
  const readableByOthers = warning(
    'Every user of this machine can read .env, and with it the bot’s token.',
    'Run: chmod 600 .env',
  );
  return [
    good('The file .env can be read.'),
    ...(file.readableByOthers ? [readableByOthers] : []),
    ...unknownSettings(file.variables),
  ];
}

/**
 * Checks `.env` and every setting. The environment takes precedence over the file, as it does for the bot.
 * @param deps.envFile path of `.env`
 */
export async function* checkSettings(deps: {
  readonly envFile: string;
  readonly environment: Variables;
}): Check<UsableSettings> {
  const file = readEnvFile(deps.envFile);
  yield* checkEnvFile(file, deps.environment);
  const variables = { ...(file.state === 'read' ? file.variables : {}), ...deps.environment };
  const mistakes = findMistakes(variables);
  for (const [name, sentence] of mistakes)
    yield bad(`${sentence}.`, REMEDIES[name] ?? `Correct ${name} in .env, or take the line away.`);
  const set = variableNames.filter((name) => (variables[name] ?? '').trim() !== '');
  if (mistakes.size === 0) yield good(`The ${set.length} settings that are set are well formed.`);
  const lacksHttp = NEEDED_OVER_HTTP.some((name) => mistakes.has(name));
  const isUsable = (name: string) => !mistakes.has(name) && !(lacksHttp && name === 'INTERACTIONS');
  const usable = Object.fromEntries(Object.entries(variables).filter(([name]) => isUsable(name)));
  const config = readConfig({ ...PLACEHOLDERS, ...usable });
  yield* checkDisplaySettings(variables, config, mistakes);
  return {
    config,
    hasValidToken: !mistakes.has('DISCORD_TOKEN'),
    hasValidMarketplaceUrl: !mistakes.has('MARKETPLACE_URL'),
  };
}
