import type { z } from 'zod';
import { GavelError } from '#src/chain/errors.ts';
import type { Currency } from '#src/chain/wei.ts';
import { environment, ROLES, type RoleName } from '#src/config/environment.ts';
import type { FiatSource } from '#src/marketplace/fiat-rates.ts';
import type { LinkTemplates } from '#src/marketplace/links.ts';

/** The bot's configuration. */
export interface Config {
  readonly discordToken: string;
  /** Root of Discord's API without the version, default `https://discord.com/api`. */
  readonly discordApiUrl: string;
  /** Root of the marketplace's API without `/api`. */
  readonly marketplaceUrl: string;
  /** `sqlite:path/to.db`, `sqlite::memory:` or `postgres://…` with a password: never log it. */
  readonly databaseUrl: string;
  /** Cron expression of six fields. */
  readonly pollSchedule: string;
  readonly logLevel: string;
  readonly marketplaceName: string;
  /** Templates of web pages to link to. */
  readonly links: LinkTemplates;
  /** The chain's own coin. `isGiven`: whether its symbol was set, instead of the default. */
  readonly currency: Currency & { readonly isGiven: boolean };
  /**
   * The application's public key in lower case if interactions come over HTTP; `null` if they come through the gateway.
   */
  readonly interactionsKey: string | null;
  /** Port of the server for health, metrics and interactions; `null` for none. */
  readonly httpPort: number | null;
  /** Address that this server listens on. */
  readonly httpHost: string;
  /**
   * The only server in which commands are registered, which takes effect immediately during development; `null` for all
   * servers.
   */
  readonly guildId: string | null;
  /** Number of shards; `null` for Discord's recommendation. */
  readonly shards: number | null;
  /** The roles of this process. */
  readonly roles: readonly RoleName[];
  /** Duration of a lease on PostgreSQL, ms. */
  readonly leaseMs: number;
  /** Discord's global limit for this token, requests per second. */
  readonly discordRequestsPerSecond: number;
  /** Channel for problems that need the operator; `null` for the log only. */
  readonly operatorChannelId: string | null;
  /** Where the fiat price of one coin is read; `null` for no fiat values. */
  readonly fiat: FiatSource | null;
  /** Name of the marketplace's query parameter for traits, which its documentation does not define. */
  readonly traitsParameter: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings that INTERACTIONS=http requires. */
export const NEEDED_OVER_HTTP = ['DISCORD_PUBLIC_KEY', 'HTTP_PORT'] as const;

/** Settings that need each other. */
const FIAT_SETTINGS = ['FIAT_CURRENCY', 'FIAT_RATE_URL', 'FIAT_RATE_PATH'] as const;

/** Names of all environment variables. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

/** A name and password in a URL, or anything that looks like a bot token, in any variable. */
const MAY_BE_SECRET = /:\/\/[^/?#]*@|(?<![\w-])[\w-]{17,}\.[\w-]{6}\.[\w-]{25,}/;

function describeGiven(name: string, given: string | undefined): string {
  if (given === undefined) return '';
  const secret =
    name === 'DISCORD_TOKEN' ||
    // Its query may have a key.
    name === 'FIAT_RATE_URL' ||
    // A password may contain any character, so a URL with one cannot be told from others.
    (name === 'DATABASE_URL' && /@|\/\//.test(given)) ||
    MAY_BE_SECRET.test(given);
  return secret ? ' (what was given is kept secret)' : ` (given: ${JSON.stringify(given)})`;
}

/** Parses the variables; throws GavelError CONFIG_INVALID with all problems. */
function check<T>(schema: z.ZodType<T>, variables: Variables): T {
  const given = Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim() ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0]);
    if (!problems.has(name))
      problems.set(name, `${name}${describeGiven(name, given[name])}: ${issue.message}`);
  }
  throw new GavelError('CONFIG_INVALID', [...problems.values()].join('\n'));
}

/**
 * Reads only DATABASE_URL, for tools that need no other setting.
 * @throws GavelError CONFIG_INVALID like `readConfig`
 */
export function readDatabaseUrl(variables: Variables): string {
  return check(environment.pick({ DATABASE_URL: true }), variables).DATABASE_URL;
}

const wholeEnvironment = environment.superRefine((settings, context) => {
  if (settings.DATABASE_URL.startsWith('sqlite:') && settings.ROLES.length < ROLES.length)
    context.addIssue({
      code: 'custom',
      path: ['ROLES'],
      message: 'on SQLite one process does everything; set all, or use PostgreSQL',
    });
  const given = FIAT_SETTINGS.filter((name) => settings[name] !== null);
  for (const name of FIAT_SETTINGS)
    if (given.length > 0 && settings[name] === null)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `is missing; ${given.join(' and ')} ${given.length === 1 ? 'needs' : 'need'} it`,
      });
  if (settings.INTERACTIONS !== 'http') return;
  for (const name of NEEDED_OVER_HTTP) {
    if (settings[name] === null)
      context.addIssue({ code: 'custom', path: [name], message: 'is missing; INTERACTIONS=http needs it' });
  }
});

/**
 * Reads the settings from environment variables. Surrounding spaces are removed, and an empty variable counts as not
 * set.
 * @throws GavelError CONFIG_INVALID naming every invalid variable, its value and what is accepted.
 */
export function readConfig(variables: Variables): Config {
  const settings = check(wholeEnvironment, variables);
  return {
    discordToken: settings.DISCORD_TOKEN,
    discordApiUrl: settings.DISCORD_API_URL,
    marketplaceUrl: settings.MARKETPLACE_URL,
    databaseUrl: settings.DATABASE_URL,
    pollSchedule: settings.POLL_SCHEDULE,
    logLevel: settings.LOG_LEVEL,
    marketplaceName: settings.MARKETPLACE_NAME,
    links: {
      item: settings.MARKETPLACE_ITEM_URL,
      collection: settings.MARKETPLACE_COLLECTION_URL,
      profile: settings.MARKETPLACE_PROFILE_URL,
      auction: settings.MARKETPLACE_AUCTION_URL,
      transaction: settings.EXPLORER_TX_URL,
    },
    currency: {
      symbol: settings.CURRENCY_SYMBOL ?? 'ETH',
      decimals: settings.CURRENCY_DECIMALS,
      isGiven: settings.CURRENCY_SYMBOL !== null,
    },
    interactionsKey: settings.INTERACTIONS === 'http' ? settings.DISCORD_PUBLIC_KEY : null,
    httpPort: settings.HTTP_PORT,
    httpHost: settings.HTTP_HOST,
    guildId: settings.GUILD_ID,
    shards: settings.SHARDS,
    roles: settings.ROLES,
    leaseMs: settings.LEASE_SECONDS * 1_000,
    discordRequestsPerSecond: settings.DISCORD_REQUESTS_PER_SECOND,
    operatorChannelId: settings.OPERATOR_CHANNEL_ID,
    fiat:
      settings.FIAT_CURRENCY === null || settings.FIAT_RATE_URL === null || settings.FIAT_RATE_PATH === null
        ? null
        : {
            currency: settings.FIAT_CURRENCY,
            url: settings.FIAT_RATE_URL,
            pointer: settings.FIAT_RATE_PATH,
          },
    traitsParameter: settings.TRAITS_PARAMETER,
  };
}
