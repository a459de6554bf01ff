import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import { type Config, readConfig, variableNames } from '#src/config.ts';

const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.very_secret-part';
const REQUIRED = { DISCORD_TOKEN: TOKEN, MARKETPLACE_URL: 'https://market.example' };

const read = (variables: Record<string, string | undefined> = {}): Config =>
  readConfig({ ...REQUIRED, ...variables });

/** The lines that a refusal consists of. */
function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof GavelError && error.code === 'CONFIG_INVALID') return error.message.split('\n');
    throw error;
  }
  return [];
}

const problemWith = (name: string, value: string) => problemsOf({ ...REQUIRED, [name]: value });

const AUCTION_HELP =
  'accepted is an http(s) URL with {auctionId}, or with {collection} and {tokenId}, or with all three';

describe('settings', () => {
  it('have defaults for all but the token and the marketplace', () => {
    expect(read()).toEqual({
      discordToken: TOKEN,
      discordApiUrl: 'https://discord.com/api',
      marketplaceUrl: 'https://market.example',
      databaseUrl: 'sqlite:data/gavel.db',
      interactionsKey: null,
      httpPort: null,
      httpHost: '127.0.0.1',
      guildId: null,
      shards: null,
      roles: ['commands', 'poller', 'sender', 'shards', 'housekeeper'],
      leaseMs: 10_000,
      discordRequestsPerSecond: 50,
      operatorChannelId: null,
      pollSchedule: '*/15 * * * * *',
      logLevel: 'info',
      marketplaceName: 'the marketplace',
      links: { item: null, collection: null, profile: null, auction: null, transaction: null },
      currency: { symbol: 'ETH', decimals: 18, isGiven: false },
      fiat: null,
      traitsParameter: 'traits',
    });
  });

  it.each<[string, string, (config: Config) => unknown, unknown]>([
    ['DISCORD_API_URL', 'http://127.0.0.1:8080/api/', (c) => c.discordApiUrl, 'http://127.0.0.1:8080/api'],
    ['MARKETPLACE_URL', 'http://127.0.0.1:9090//', (c) => c.marketplaceUrl, 'http://127.0.0.1:9090'],
    ['MARKETPLACE_URL', 'https://m.example/base', (c) => c.marketplaceUrl, 'https://m.example/base'],
    ['DATABASE_URL', 'sqlite::memory:', (c) => c.databaseUrl, 'sqlite::memory:'],
    [
      'DATABASE_URL',
      'postgres://gavel:a%40b@db.example:5433/gavel?sslmode=require',
      (c) => c.databaseUrl,
      'postgres://gavel:a%40b@db.example:5433/gavel?sslmode=require',
    ],
    ['DATABASE_URL', 'sqlite:/var/lib/gavel/a b.db', (c) => c.databaseUrl, 'sqlite:/var/lib/gavel/a b.db'],
    ['POLL_SCHEDULE', '0 */2 * * * *', (c) => c.pollSchedule, '0 */2 * * * *'],
    ['LOG_LEVEL', 'silent', (c) => c.logLevel, 'silent'],
    ['MARKETPLACE_NAME', 'Punk Hall', (c) => c.marketplaceName, 'Punk Hall'],
    ['MARKETPLACE_NAME', 'x'.repeat(80), (c) => c.marketplaceName, 'x'.repeat(80)],
    [
      'MARKETPLACE_ITEM_URL',
      'https://m.example/{tokenId}?c={collection}',
      (c) => c.links.item,
      'https://m.example/{tokenId}?c={collection}',
    ],
    [
      'MARKETPLACE_COLLECTION_URL',
      'http://m.example/{collection}',
      (c) => c.links.collection,
      'http://m.example/{collection}',
    ],
    [
      'MARKETPLACE_PROFILE_URL',
      'https://m.example/{address}',
      (c) => c.links.profile,
      'https://m.example/{address}',
    ],
    [
      'MARKETPLACE_AUCTION_URL',
      'https://m.example/auction/{auctionId}',
      (c) => c.links.auction,
      'https://m.example/auction/{auctionId}',
    ],
    [
      'MARKETPLACE_AUCTION_URL',
      'https://m.example/{collection}/{tokenId}/auction',
      (c) => c.links.auction,
      'https://m.example/{collection}/{tokenId}/auction',
    ],
    [
      'EXPLORER_TX_URL',
      'https://scan.example/#/{txHash}',
      (c) => c.links.transaction,
      'https://scan.example/#/{txHash}',
    ],
    ['CURRENCY_SYMBOL', '₿', (c) => c.currency.symbol, '₿'],
    ['CURRENCY_DECIMALS', '0', (c) => c.currency.decimals, 0],
    ['CURRENCY_DECIMALS', '36', (c) => c.currency.decimals, 36],
    ['TRAITS_PARAMETER', 'filter[traits]', (c) => c.traitsParameter, 'filter[traits]'],
    ['INTERACTIONS', 'gateway', (c) => c.interactionsKey, null],
    ['DISCORD_PUBLIC_KEY', 'ab'.repeat(32), (c) => c.interactionsKey, null],
    ['HTTP_PORT', '9464', (c) => c.httpPort, 9464],
    ['HTTP_PORT', '1', (c) => c.httpPort, 1],
    ['HTTP_PORT', '65535', (c) => c.httpPort, 65_535],
    ['HTTP_HOST', '0.0.0.0', (c) => c.httpHost, '0.0.0.0'],
    ['HTTP_HOST', '::1', (c) => c.httpHost, '::1'],
    ['HTTP_HOST', 'bot.internal', (c) => c.httpHost, 'bot.internal'],
    ['GUILD_ID', '12345678901234567', (c) => c.guildId, '12345678901234567'],
    ['OPERATOR_CHANNEL_ID', '12345678901234567890', (c) => c.operatorChannelId, '12345678901234567890'],
  ])('take %s=%s', (name, value, setting, expected) => {
    expect(setting(read({ [name]: value }))).toBe(expected);
  });

  const DISCORD = 'accepted is an http(s) URL that ends before the version, like https://discord.com/api';
  const MARKETPLACE = 'accepted is the http(s) address of the marketplace, without /api';
  const DATABASE =
    'accepted is sqlite: and a path, like sqlite:data/gavel.db, or postgres://user:password@host/database';
  const SCHEDULE = 'accepted is a cron expression of six fields (second first), like */15 * * * * *';
  const ITEM = 'accepted is an http(s) URL with {collection} and {tokenId}';
  const SYMBOL = 'accepted are up to 12 characters, no blanks and none of \\*_~`|<>@[]()';
  const DECIMALS = 'accepted is a whole number from 0 to 36';
  const PORT = 'accepted is a port from 1 to 65535';
  const PUBLIC_KEY = 'accepted is the application’s public key, 64 digits and letters from a to f';
  const HOST = 'accepted is an IP address or a host name of this machine, like 127.0.0.1 or 0.0.0.0';
  const SNOWFLAKE = 'accepted is an id of Discord, 17 to 20 digits (Developer Mode, then Copy ID)';

  it.each([
    ['DISCORD_API_URL', 'discord.com/api', DISCORD],
    ['DISCORD_API_URL', 'ftp://discord.com/api', DISCORD],
    ['DISCORD_API_URL', 'https://discord.com/api/v10', DISCORD],
    ['DISCORD_API_URL', 'https://discord.com/api/v10/', DISCORD],
    ['MARKETPLACE_URL', 'market.example', MARKETPLACE],
    ['MARKETPLACE_URL', 'https://market.example/api', MARKETPLACE],
    ['MARKETPLACE_URL', 'https://market.example/api/', MARKETPLACE],
    ['MARKETPLACE_URL', 'https://market.example/?chain=1', MARKETPLACE],
    ['MARKETPLACE_URL', 'https://market.example/#/home', MARKETPLACE],
    ['DATABASE_URL', 'sqlite:', DATABASE],
    ['DATABASE_URL', 'data/gavel.db', DATABASE],
    ['POLL_SCHEDULE', '*/15 * * * *', SCHEDULE],
    ['POLL_SCHEDULE', 'every 15 seconds please now ok', SCHEDULE],
    ['POLL_SCHEDULE', '99 * * * * *', SCHEDULE],
    ['LOG_LEVEL', 'loud', 'accepted is one of trace, debug, info, warn, error, fatal, silent'],
    ['MARKETPLACE_NAME', 'x'.repeat(81), 'accepted are up to 80 characters'],
    ['MARKETPLACE_ITEM_URL', 'https://m.example/{collection}', ITEM],
    ['MARKETPLACE_ITEM_URL', 'https://m.example/{collection}/{tokenid}', ITEM],
    ['MARKETPLACE_ITEM_URL', 'https://m.example/{chain}/{collection}/{tokenId}', ITEM],
    ['MARKETPLACE_ITEM_URL', 'm.example/{collection}/{tokenId}', ITEM],
    ['MARKETPLACE_COLLECTION_URL', 'https://m.example/', 'accepted is an http(s) URL with {collection}'],
    ['MARKETPLACE_PROFILE_URL', 'javascript:{address}', 'accepted is an http(s) URL with {address}'],
    ['MARKETPLACE_AUCTION_URL', 'https://m.example/auction/{tokenId}', AUCTION_HELP],
    ['MARKETPLACE_AUCTION_URL', 'https://m.example/{auctionId}/{id}', AUCTION_HELP],
    ['MARKETPLACE_AUCTION_URL', 'm.example/{auctionId}', AUCTION_HELP],
    ['EXPLORER_TX_URL', 'https://scan.example/{hash}', 'accepted is an http(s) URL with {txHash}'],
    ['CURRENCY_SYMBOL', 'x'.repeat(13), SYMBOL],
    ['CURRENCY_SYMBOL', '**ETH**', SYMBOL],
    ['CURRENCY_SYMBOL', 'US $', SYMBOL],
    ['CURRENCY_DECIMALS', '-1', DECIMALS],
    ['CURRENCY_DECIMALS', '37', DECIMALS],
    ['CURRENCY_DECIMALS', '1.5', DECIMALS],
    ['CURRENCY_DECIMALS', '0x12', DECIMALS],
    ['CURRENCY_DECIMALS', 'eighteen', DECIMALS],
    ['INTERACTIONS', 'https', 'accepted is gateway or http'],
    ['DISCORD_PUBLIC_KEY', 'ab'.repeat(31), PUBLIC_KEY],
    ['DISCORD_PUBLIC_KEY', `0x${'ab'.repeat(32)}`, PUBLIC_KEY],
    ['DISCORD_PUBLIC_KEY', 'xy'.repeat(32), PUBLIC_KEY],
    ['HTTP_PORT', '0', PORT],
    ['HTTP_PORT', '65536', PORT],
    ['HTTP_PORT', '-80', PORT],
    ['HTTP_PORT', '80.5', PORT],
    ['HTTP_PORT', '0x50', PORT],
    ['HTTP_PORT', 'http', PORT],
    ['HTTP_HOST', 'http://127.0.0.1', HOST],
    ['HTTP_HOST', '127.0.0.1/8', HOST],
    ['HTTP_HOST', 'two hosts', HOST],
    ['HTTP_HOST', '*', HOST],
    ['GUILD_ID', '1234567890123456', SNOWFLAKE],
    ['GUILD_ID', '123456789012345678901', SNOWFLAKE],
    ['GUILD_ID', 'my server', SNOWFLAKE],
    ['OPERATOR_CHANNEL_ID', '#alerts', SNOWFLAKE],
    ['OPERATOR_CHANNEL_ID', '<#123456789012345678>', SNOWFLAKE],
    ['OPERATOR_CHANNEL_ID', '12345678901234567x', SNOWFLAKE],
    ['TRAITS_PARAMETER', 'a b', 'accepted is the name of a query parameter'],
    ['TRAITS_PARAMETER', 'a=b&c', 'accepted is the name of a query parameter'],
    ['TRAITS_PARAMETER', 'x'.repeat(41), 'accepted is the name of a query parameter'],
  ])('refuse %s=%s with its name, the value and what is accepted', (name, value, accepted) => {
    expect(problemWith(name, value)).toEqual([`${name} (given: ${JSON.stringify(value)}): ${accepted}`]);
  });

  it.each(['not-a-token', 'two.parts', 'a b.c.d', 'Bot a.b.c'])(
    'refuse the token %j without repeating it',
    (token) => {
      const problems = problemWith('DISCORD_TOKEN', token);
      expect(problems).toEqual([
        'DISCORD_TOKEN (what was given is kept secret): accepted is a bot token: three parts of letters, digits, - and _ with dots between',
      ]);
      expect(problems.join()).not.toContain(token);
    },
  );

  it.each([
    ['MARKETPLACE_URL', 'https://operator:hunter2@market.example'],
    ['MARKETPLACE_URL', 'https://hunter2@market.example'],
    ['DISCORD_API_URL', 'http://operator:hunter2@127.0.0.1:8080/api'],
    ['MARKETPLACE_ITEM_URL', 'https://operator:hunter2@m.example/{collection}/{tokenId}'],
    ['MARKETPLACE_AUCTION_URL', 'https://operator:hunter2@m.example/{auctionId}'],
  ])('refuse a password in %s, and do not repeat it', (name, value) => {
    const [problem, ...others] = problemWith(name, value);
    expect(problem).toMatch(
      /^[A-Z_]+ \(what was given is kept secret\): .*; with no name and password in it$/,
    );
    expect(problem).not.toContain('hunter2');
    expect(others).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'postgre://gavel:hunter2@db.example/gavel'],
    ['DATABASE_URL', 'mysql://gavel:with/slash#hunter2@db.example/gavel'],
    ['DATABASE_URL', 'postgres:gavel:hunter2@db.example'],
    ['LOG_LEVEL', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.verysecretpart_of-a-token_hunter2'],
  ])('do not repeat a secret that was given for %s by mistake', (name, value) => {
    expect(problemWith(name, value).join()).not.toContain('hunter2');
  });

  it('take interactions over HTTP with a public key and a port', () => {
    const over = { INTERACTIONS: 'http', DISCORD_PUBLIC_KEY: 'AB'.repeat(32), HTTP_PORT: '9464' };
    expect(read(over)).toMatchObject({ interactionsKey: 'ab'.repeat(32), httpPort: 9464 });
    expect(problemsOf({ ...REQUIRED, INTERACTIONS: 'http' })).toEqual([
      'DISCORD_PUBLIC_KEY: is missing; INTERACTIONS=http needs it',
      'HTTP_PORT: is missing; INTERACTIONS=http needs it',
    ]);
  });

  it('take the three fiat settings together', () => {
    const fiat = {
      FIAT_CURRENCY: 'EUR',
      FIAT_RATE_URL: 'https://prices.example/v1?coin=s',
      FIAT_RATE_PATH: '/data/0/price',
    };
    expect(read(fiat).fiat).toEqual({
      currency: 'EUR',
      url: 'https://prices.example/v1?coin=s',
      pointer: '/data/0/price',
    });
    expect(read().fiat).toBeNull();
    expect(problemsOf({ ...REQUIRED, FIAT_CURRENCY: 'EUR' })).toEqual([
      'FIAT_RATE_URL: is missing; FIAT_CURRENCY needs it',
      'FIAT_RATE_PATH: is missing; FIAT_CURRENCY needs it',
    ]);
    expect(problemsOf({ ...REQUIRED, ...fiat, FIAT_CURRENCY: 'euro', FIAT_RATE_PATH: 'price' })).toEqual([
      'FIAT_CURRENCY (given: "euro"): accepted is a currency code of three capital letters, like USD or EUR',
      'FIAT_RATE_PATH (given: "price"): accepted is a JSON pointer, like /s/usd or /data/0/price',
    ]);
  });

  it('keep the address of the fiat price secret, because it may have a key', () => {
    const [problem = ''] = problemsOf({ ...REQUIRED, FIAT_RATE_URL: 'ftp://prices.example?key=hidden' });
    expect(problem).toContain('FIAT_RATE_URL (what was given is kept secret)');
  });

  it('list all mistakes together, one line each', () => {
    const problems = problemsOf({ LOG_LEVEL: 'loud', CURRENCY_DECIMALS: 'x', DATABASE_URL: 'nowhere' });
    expect(problems.map((line) => line.split(/[ :]/, 1)[0])).toEqual([
      'DISCORD_TOKEN',
      'MARKETPLACE_URL',
      'CURRENCY_DECIMALS',
      'DATABASE_URL',
      'LOG_LEVEL',
    ]);
  });

  it('say what is missing', () => {
    expect(problemsOf({})).toEqual([
      'DISCORD_TOKEN: is missing; accepted is the bot token from the Discord Developer Portal',
      'MARKETPLACE_URL: is missing; accepted is the http(s) address of the marketplace, without /api',
    ]);
  });

  it.each(['', ' ', '\t\n', undefined])('count %j as not set', (empty) => {
    const nothing = Object.fromEntries(variableNames.map((name) => [name, empty]));
    expect(readConfig({ ...nothing, ...REQUIRED })).toEqual(read());
    expect(problemsOf(nothing)).toEqual(problemsOf({}));
  });

  it('ignore surrounding blanks and line ends of a value', () => {
    expect(read({ DISCORD_TOKEN: `${TOKEN}\r\n`, CURRENCY_DECIMALS: ' 6 ' })).toMatchObject({
      discordToken: TOKEN,
      currency: { decimals: 6 },
    });
  });

  it('ignore other variables', () => {
    expect(read({ PATH: '/bin', MARKETPLACE_URI: 'x' })).toEqual(read());
  });
});

describe('.env.example', () => {
  const file = readFileSync('.env.example', 'utf8');
  const filledIn = parseEnv(file.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

  it('names every variable that is read, and no other', () => {
    expect(Object.keys(filledIn).toSorted()).toEqual(variableNames.toSorted());
  });

  const toFillIn = {
    ...{ DISCORD_TOKEN: '', MARKETPLACE_URL: '', CURRENCY_SYMBOL: '', EXPLORER_TX_URL: '' },
    ...{ MARKETPLACE_ITEM_URL: '', MARKETPLACE_COLLECTION_URL: '' },
    ...{ MARKETPLACE_PROFILE_URL: '', MARKETPLACE_AUCTION_URL: '' },
  };

  it('has the required variables and those for links and prices active, and all others commented out', () => {
    expect(parseEnv(file)).toEqual(toFillIn);
  });

  it('has a valid example for every linked page', () => {
    const examples = [...file.matchAll(/^# For example (\S+)\n([A-Z_]+)=$/gm)].map(([, value, name]) => [
      name,
      value,
    ]);
    const { links, currency } = readConfig({ ...Object.fromEntries(examples), ...REQUIRED });
    expect(Object.values(links)).not.toContain(null);
    expect(currency.symbol).toBe('S');
  });

  it('shows the defaults, so that uncommenting a line changes nothing', () => {
    expect(readConfig({ ...filledIn, ...REQUIRED })).toEqual(read());
  });

  it('explains every variable separately', () => {
    const paragraphs = file.split(/\n\n/).filter((paragraph) => /^#?[A-Z_]+=/m.test(paragraph));
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# [A-Z]/);
    expect(paragraphs).toHaveLength(variableNames.length);
  });
});
