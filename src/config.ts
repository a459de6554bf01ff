import { validate as isCronExpression } from 'node-cron';
import { z } from 'zod';
import type { LinkTemplates } from './discord/links.ts';
import { GavelError } from './domain/errors.ts';
import type { Currency } from './domain/wei.ts';

/** Everything that an operator decides. */
export interface Config {
  readonly discordToken: string;
  /** Root of Discord's API without the version, `https://discord.com/api` unless told otherwise. */
  readonly discordApiUrl: string;
  /** Root of the marketplace's API without `/api`. */
  readonly marketplaceUrl: string;
  readonly databaseUrl: string;
  /** Cron expression of six fields. */
  readonly pollSchedule: string;
  readonly logLevel: string;
  readonly marketplaceName: string;
  /** Web pages to link to. */
  readonly links: LinkTemplates;
  readonly currency: Currency;
  /** Port of the health and metrics server; `null` for none. */
  readonly httpPort: number | null;
  /** Address that the health and metrics server listens on. */
  readonly httpHost: string;
  /** The one server whose commands are registered at once, while developing; `null` for all servers. */
  readonly guildId: string | null;
  /** Where the operator is told of what needs a hand; `null` for the log only. */
  readonly operatorChannelId: string | null;
  /** Name of the marketplace's trait filter parameter, which its documentation leaves open. */
  readonly traitsParameter: string;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const required = (accepted: string) => z.string({ error: `is missing; ${accepted}` });

/** An http(s) address, without the slashes at its end. @param refused what the path must not end with */
function httpUrl(accepted: string, refused: RegExp) {
  return z
    .url({ protocol: /^https?$/, error: accepted })
    .refine((url) => !/[?#]/.test(url), accepted)
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => !refused.test(url), accepted);
}

/** A URL that holds each of the placeholders, and no others. */
function template(...placeholders: readonly string[]) {
  const accepted = `accepted is an http(s) URL with ${placeholders.join(' and ')}`;
  return z
    .string()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), accepted)
    .refine((url) => placeholders.every((name) => url.includes(name)), accepted)
    .refine(
      (url) => !/[{}]/.test(placeholders.reduce((rest, name) => rest.replaceAll(name, ''), url)),
      accepted,
    )
    .nullable()
    .default(null);
}

const AUCTION_HELP =
  'accepted is an http(s) URL with {auctionId}, or with {collection} and {tokenId}, or with all three';

/** A URL that tells one auction from another, by its own number or by its token. */
const auctionTemplate = z
  .string()
  .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), AUCTION_HELP)
  .refine(
    (url) => url.includes('{auctionId}') || (url.includes('{collection}') && url.includes('{tokenId}')),
    AUCTION_HELP,
  )
  .refine((url) => !/[{}]/.test(url.replaceAll(/\{(?:auctionId|collection|tokenId)\}/g, '')), AUCTION_HELP)
  .nullable()
  .default(null);

const DISCORD_URL_HELP =
  'accepted is an http(s) URL that ends before the version, like https://discord.com/api';
const MARKETPLACE_URL_HELP = 'accepted is the http(s) address of the marketplace, without /api';
const PORT_HELP = 'accepted is a port from 1 to 65535';
const SNOWFLAKE_HELP = 'accepted is an id of Discord, 17 to 20 digits (Developer Mode, then Copy ID)';
const DECIMALS_HELP = 'accepted is a whole number from 0 to 36';

const snowflake = z
  .string()
  .regex(/^\d{17,20}$/, SNOWFLAKE_HELP)
  .nullable()
  .default(null);

const environment = z.object({
  DISCORD_TOKEN: required('accepted is the bot token from the Discord Developer Portal').regex(
    /^[\w-]+\.[\w-]+\.[\w-]+$/,
    'accepted is a bot token: three parts of letters, digits, - and _ with dots between',
  ),
  DISCORD_API_URL: httpUrl(DISCORD_URL_HELP, /\/v\d+$/).default('https://discord.com/api'),
  MARKETPLACE_URL: required(MARKETPLACE_URL_HELP).pipe(httpUrl(MARKETPLACE_URL_HELP, /\/api$/)),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:.+$/, 'accepted is sqlite: and a path, like sqlite:data/gavel.db')
    .default('sqlite:data/gavel.db'),
  POLL_SCHEDULE: z
    .string()
    .refine(
      (expression) => expression.trim().split(/\s+/).length === 6 && isCronExpression(expression),
      'accepted is a cron expression of six fields (second first), like */15 * * * * *',
    )
    .default('*/15 * * * * *'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `accepted is one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  MARKETPLACE_NAME: z.string().max(80, 'accepted are up to 80 characters').default('the marketplace'),
  MARKETPLACE_ITEM_URL: template('{collection}', '{tokenId}'),
  MARKETPLACE_COLLECTION_URL: template('{collection}'),
  MARKETPLACE_PROFILE_URL: template('{address}'),
  MARKETPLACE_AUCTION_URL: auctionTemplate,
  EXPLORER_TX_URL: template('{txHash}'),
  CURRENCY_SYMBOL: z
    .string()
    .regex(
      /^[^\s\\*_~`|<>@[\]()]{1,12}$/u,
      'accepted are up to 12 characters, no blanks and none of \\*_~`|<>@[]()',
    )
    .default('ETH'),
  CURRENCY_DECIMALS: z
    .string()
    .regex(/^\d{1,2}$/, DECIMALS_HELP)
    .transform(Number)
    .refine((decimals) => decimals <= 36, DECIMALS_HELP)
    .default(18),
  HTTP_PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_HELP)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, PORT_HELP)
    .nullable()
    .default(null),
  HTTP_HOST: z
    .string()
    .regex(
      /^[\w.:-]+$/,
      'accepted is an IP address or a host name of this machine, like 127.0.0.1 or 0.0.0.0',
    )
    .default('127.0.0.1'),
  GUILD_ID: snowflake,
  OPERATOR_CHANNEL_ID: snowflake,
  TRAITS_PARAMETER: z
    .string()
    .regex(/^[\w.[\]-]{1,40}$/, 'accepted is the name of a query parameter')
    .default('traits'),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of all variables that are read. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

function describeGiven(name: string, given: string | undefined): string {
  if (given === undefined) return '';
  return name === 'DISCORD_TOKEN' ? ' (what was given is kept secret)' : ` (given: ${JSON.stringify(given)})`;
}

/** What the schema makes of the variables; throws GavelError CONFIG_INVALID with everything that it does not accept. */
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
 * Reads only where the database is, for tools that need nothing else.
 * @throws GavelError CONFIG_INVALID like `readConfig`
 */
export function readDatabaseUrl(variables: Variables): string {
  return check(environment.pick({ DATABASE_URL: true }), variables).DATABASE_URL;
}

/**
 * Reads the settings from environment variables. Blanks around a value are no part of it, and an empty variable
 * counts as not set.
 * @throws GavelError CONFIG_INVALID naming every wrong variable, what was given and what is accepted.
 */
export function readConfig(variables: Variables): Config {
  const settings = check(environment, variables);
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
    currency: { symbol: settings.CURRENCY_SYMBOL, decimals: settings.CURRENCY_DECIMALS },
    httpPort: settings.HTTP_PORT,
    httpHost: settings.HTTP_HOST,
    guildId: settings.GUILD_ID,
    operatorChannelId: settings.OPERATOR_CHANNEL_ID,
    traitsParameter: settings.TRAITS_PARAMETER,
  };
}
