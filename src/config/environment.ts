import { z } from 'zod';
import { type SettingDocumentation, settingDocs } from './setting-documentation.ts';
import {
  auctionTemplate,
  documentUrl,
  httpUrl,
  required,
  schedule,
  snowflake,
  template,
  wholeNumber,
} from './values.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Creates a schema and registers its documentation. `accepted` is used in both the error message and the documentation.
 */
function setting<T extends z.ZodType>(
  documentation: SettingDocumentation,
  schemaOf: (accepted: string) => T,
): T {
  const schema = schemaOf(documentation.accepted);
  settingDocs.add(schema, documentation);
  return schema;
}

/** Tasks that a process may have. */
export const ROLES = ['commands', 'poller', 'sender', 'shards', 'housekeeper'] as const;
export type RoleName = (typeof ROLES)[number];

/** The environment variables of the bot, in the order of the documentation. */
export const environment = z.object({
  DISCORD_TOKEN: setting(
    {
      group: 'Required',
      description:
        'The bot’s token, from https://discord.com/developers/applications → your application → Bot → Reset Token. Anyone who has it controls your bot, so keep it out of chats and repositories.',
      accepted: 'accepted is a bot token: three parts of letters, digits, - and _ with dots between',
      example: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.AbCdEf.the-secret-part',
    },
    (accepted) =>
      required('accepted is the bot token from the Discord Developer Portal').regex(
        /^[\w-]+\.[\w-]+\.[\w-]+$/,
        accepted,
      ),
  ),
  MARKETPLACE_URL: setting(
    {
      group: 'Required',
      description: 'The address of the marketplace.',
      accepted: 'accepted is the http(s) address of the marketplace, without /api',
      example: 'https://market.example',
    },
    (accepted) => required(accepted).pipe(httpUrl(accepted, /\/api$/)),
  ),

  MARKETPLACE_NAME: setting(
    {
      group: 'Appearance',
      description: 'The marketplace’s name, shown below every answer.',
      accepted: 'accepted are up to 80 characters',
      example: 'Punk Hall',
    },
    (accepted) => z.string().max(80, accepted).default('the marketplace'),
  ),
  CURRENCY_SYMBOL: setting(
    {
      group: 'Needed for prices and links',
      description: 'The symbol of the chain’s own coin. Prices in another coin are shown in that coin.',
      accepted: 'accepted are up to 12 characters, no blanks and none of \\*_~`|<>@[]()',
      example: 'S',
      whenUnset: 'ETH, or the coin that the marketplace names',
    },
    (accepted) =>
      z
        .string()
        .regex(/^[^\s\\*_~`|<>@[\]()]{1,12}$/u, accepted)
        .nullable()
        .default(null),
  ),
  CURRENCY_DECIMALS: setting(
    {
      group: 'Appearance',
      description: 'The number of decimal places of the coin.',
      accepted: 'accepted is a whole number from 0 to 36',
      example: '6',
    },
    (accepted) => wholeNumber(accepted, 0, 36).default(18),
  ),
  MARKETPLACE_ITEM_URL: setting(
    {
      group: 'Needed for prices and links',
      description:
        'The web page of a token. Alerts and answers link to it, and pasted links are recognised by it. The parts in braces are filled in.',
      accepted: 'accepted is an http(s) URL with {collection} and {tokenId}',
      example: 'https://market.example/item/{collection}/{tokenId}',
      whenUnset: 'no links',
    },
    (accepted) => template(accepted, '{collection}', '{tokenId}'),
  ),
  MARKETPLACE_COLLECTION_URL: setting(
    {
      group: 'Needed for prices and links',
      description: 'The web page of a collection, as above.',
      accepted: 'accepted is an http(s) URL with {collection}',
      example: 'https://market.example/collection/{collection}',
      whenUnset: 'no links',
    },
    (accepted) => template(accepted, '{collection}'),
  ),
  MARKETPLACE_PROFILE_URL: setting(
    {
      group: 'Needed for prices and links',
      description: 'The web page of a person, as above.',
      accepted: 'accepted is an http(s) URL with {address}',
      example: 'https://market.example/profile/{address}',
      whenUnset: 'no links',
    },
    (accepted) => template(accepted, '{address}'),
  ),
  MARKETPLACE_AUCTION_URL: setting(
    {
      group: 'Needed for prices and links',
      description: 'The web page of an auction, as above.',
      accepted:
        'accepted is an http(s) URL with {auctionId}, or with {collection} and {tokenId}, or with all three',
      example: 'https://market.example/auction/{collection}/{auctionId}',
      whenUnset: 'no links',
    },
    auctionTemplate,
  ),
  EXPLORER_TX_URL: setting(
    {
      group: 'Needed for prices and links',
      description: 'The page of a transaction in the chain’s explorer.',
      accepted: 'accepted is an http(s) URL with {txHash}',
      example: 'https://explorer.example/tx/{txHash}',
      whenUnset: 'no links',
    },
    (accepted) => template(accepted, '{txHash}'),
  ),

  FIAT_CURRENCY: setting(
    {
      group: 'Appearance',
      description:
        'A fiat currency that is shown beside prices in the chain’s own coin, as in “1 S (≈ $0.41)”. It needs FIAT_RATE_URL and FIAT_RATE_PATH.',
      accepted: 'accepted is a currency code of three capital letters, like USD or EUR',
      example: 'USD',
      whenUnset: 'no fiat values',
    },
    (accepted) =>
      z
        .string()
        .regex(/^[A-Z]{3}$/, accepted)
        .nullable()
        .default(null),
  ),
  FIAT_RATE_URL: setting(
    {
      group: 'Appearance',
      description:
        'The address of a JSON document with the price of one coin in FIAT_CURRENCY. It is read every five minutes, and a price older than 30 minutes is not shown.',
      accepted: 'accepted is an http(s) URL, with no name and password in it',
      example: 'https://prices.example/simple?coins=s&currency=usd',
      whenUnset: 'none',
    },
    documentUrl,
  ),
  FIAT_RATE_PATH: setting(
    {
      group: 'Appearance',
      description: 'Where the price is in that document: a JSON pointer (RFC 6901) to a number.',
      accepted: 'accepted is a JSON pointer, like /s/usd or /data/0/price',
      example: '/s/usd',
      whenUnset: 'none',
    },
    (accepted) =>
      z
        .string()
        .max(500, accepted)
        .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, accepted)
        .nullable()
        .default(null),
  ),

  POLL_SCHEDULE: setting(
    {
      group: 'Operation',
      description: 'How often the bot polls the marketplace.',
      accepted: 'accepted is a cron expression of six fields (second first), like */15 * * * * *',
      example: '*/30 * * * * *',
    },
    (accepted) => schedule(accepted).default('*/15 * * * * *'),
  ),
  DATABASE_URL: setting(
    {
      group: 'Operation',
      description:
        'The database of the bot, which no other bot may use. A file needs a persistent disk. PostgreSQL (15 to 18) also accepts ?sslmode=; use verify-full if the server is on another machine.',
      accepted:
        'accepted is sqlite: and a path, like sqlite:data/gavel.db, or postgres://user:password@host/database',
      example: 'sqlite:/var/lib/gavel/gavel.db',
    },
    (accepted) =>
      z
        .string()
        .regex(/^(?:sqlite:|postgres(?:ql)?:\/\/).+$/, accepted)
        .default('sqlite:data/gavel.db'),
  ),
  LOG_LEVEL: setting(
    {
      group: 'Operation',
      description: 'The lowest level that is logged.',
      accepted: `accepted is one of ${LOG_LEVELS.join(', ')}`,
      example: 'debug',
    },
    (accepted) => z.enum(LOG_LEVELS, { error: accepted }).default('info'),
  ),

  HTTP_PORT: setting(
    {
      group: 'Monitoring',
      description:
        'The port where `/healthz`, `/readyz` and `/metrics` are served, and `/interactions` and `/webhook-events` with INTERACTIONS=http. The first three have no password, so other machines reach them only if HTTP_HOST allows it.',
      accepted: 'accepted is a port from 1 to 65535',
      example: '9464',
      whenUnset: 'not served',
    },
    (accepted) => wholeNumber(accepted, 1, 65_535).nullable().default(null),
  ),
  HTTP_HOST: setting(
    {
      group: 'Monitoring',
      description: 'The address on which HTTP_PORT is opened. 0.0.0.0 means all networks of this machine.',
      accepted: 'accepted is an IP address or a host name of this machine, like 127.0.0.1 or 0.0.0.0',
      example: '0.0.0.0',
    },
    (accepted) =>
      z
        .string()
        .regex(/^[\w.:-]+$/, accepted)
        .default('127.0.0.1'),
  ),
  OPERATOR_CHANNEL_ID: setting(
    {
      group: 'Monitoring',
      description:
        'A channel where the bot reports problems that need an operator: the id from “Copy Channel ID” (Discord’s Developer Mode).',
      accepted: 'accepted is an id of Discord, 17 to 20 digits (Developer Mode, then Copy ID)',
      example: '123456789012345678',
      whenUnset: 'the log only',
    },
    snowflake,
  ),

  GUILD_ID: setting(
    {
      group: 'Rarely needed',
      description:
        'For development: the id of the only server where commands are registered, so that changes are visible immediately.',
      accepted: 'accepted is an id of Discord, 17 to 20 digits (Developer Mode, then Copy ID)',
      example: '123456789012345678',
      whenUnset: 'all servers',
    },
    snowflake,
  ),
  SHARDS: setting(
    {
      group: 'Rarely needed',
      description:
        'The number of shards of the connection to Discord, which requires one for every 2,500 servers. Processes on one PostgreSQL database share them. After a change, the old shards stay connected until the new ones are ready.',
      accepted: 'accepted is auto, or a whole number from 1 to 1,000',
      example: '4',
      whenUnset: 'auto: as many as Discord recommends',
    },
    (accepted) =>
      z
        .string()
        .default('auto')
        .pipe(
          z
            .literal('auto')
            .transform((): null => null)
            .or(wholeNumber(accepted, 1, 1_000)),
        ),
  ),
  ROLES: setting(
    {
      group: 'Rarely needed',
      description:
        'The roles that this process may have. On PostgreSQL several processes share them: the poller reads the marketplace, the sender posts alerts, and shards are connections to Discord with their commands. The housekeeper registers the commands and deletes old data. Use commands without shards for INTERACTIONS=http.',
      accepted: `accepted is all, or some of ${ROLES.join(', ')} with commas between`,
      example: 'shards,sender',
      whenUnset: 'all',
    },
    (accepted) =>
      z
        .string()
        .default('all')
        .transform((text) => (text === 'all' ? ROLES.join(',') : text).split(',').map((role) => role.trim()))
        .pipe(z.array(z.enum(ROLES, { error: accepted }))),
  ),
  LEASE_SECONDS: setting(
    {
      group: 'Rarely needed',
      description:
        'On PostgreSQL: the time after which other processes take over the roles of a silent process. All processes need the same value.',
      accepted: 'accepted is a whole number from 3 to 60',
      example: '20',
    },
    (accepted) => wholeNumber(accepted, 3, 60).default(10),
  ),
  DISCORD_REQUESTS_PER_SECOND: setting(
    {
      group: 'Rarely needed',
      description:
        'Discord’s global rate limit for the bot token. Discord raises it on request for bots in very many servers. Set it lower if another program uses the same token. All processes need the same value.',
      accepted: 'accepted is a whole number from 10 to 5000',
      example: '100',
    },
    (accepted) => wholeNumber(accepted, 10, 5_000).default(50),
  ),
  INTERACTIONS: setting(
    {
      group: 'Rarely needed',
      description:
        'How commands reach the bot: through its connection to Discord (gateway), or over HTTP. http needs DISCORD_PUBLIC_KEY, HTTP_PORT and a reverse proxy with https (docs/operating.md).',
      accepted: 'accepted is gateway or http',
      example: 'http',
    },
    (accepted) => z.enum(['gateway', 'http'], { error: accepted }).default('gateway'),
  ),
  DISCORD_PUBLIC_KEY: setting(
    {
      group: 'Rarely needed',
      description:
        'The application’s public key, from https://discord.com/developers/applications → your application → General Information. Used only with INTERACTIONS=http.',
      accepted: 'accepted is the application’s public key, 64 digits and letters from a to f',
      example: '8d7cb1f1fbd2bb5bc0bbcd2a0fc9a1f5a5b0a0e1c6e3e5f1d8a4c1d5f6b7a899',
      whenUnset: 'none',
    },
    (accepted) =>
      z
        .string()
        .regex(/^[\da-f]{64}$/i, accepted)
        .toLowerCase()
        .nullable()
        .default(null),
  ),
  TRAITS_PARAMETER: setting(
    {
      group: 'Rarely needed',
      description: 'The name of the marketplace’s query parameter that filters tokens by traits.',
      accepted: 'accepted is the name of a query parameter',
      example: 'attributes',
    },
    (accepted) =>
      z
        .string()
        .regex(/^[\w.[\]-]{1,40}$/, accepted)
        .default('traits'),
  ),
  DISCORD_API_URL: setting(
    {
      group: 'Rarely needed',
      description: 'The address of Discord’s API. Change it only to use a local Discord.',
      accepted: 'accepted is an http(s) URL that ends before the version, like https://discord.com/api',
      example: 'http://127.0.0.1:8080/api',
    },
    (accepted) => httpUrl(accepted, /\/v\d+$/).default('https://discord.com/api'),
  ),
});
