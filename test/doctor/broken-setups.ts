import { chmod, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { publicKeyOf } from '../e2e/interactions/http-world.ts';
import type { DoctorFixture } from './doctor-fixture.ts';

/** One broken set-up, and the expected report of the doctor. */
export interface BrokenSetup {
  readonly name: string;
  /** Breaks the fixture; the returned resource is disposed after the run. */
  readonly make: (fixture: DoctorFixture) => Promise<AsyncDisposable | void>;
  /** Default `✗`. */
  readonly sign?: '✗' | '!';
  /** Matches the message. */
  readonly message: RegExp;
  /** Matches the lines below the message. */
  readonly remedy: RegExp;
}

const settings =
  (changes: Readonly<Record<string, string | null>>): BrokenSetup['make'] =>
  (fixture) =>
    fixture.write(changes);

/** Takes permissions away from the bot in its channel. */
const deny =
  (bits: bigint): BrokenSetup['make'] =>
  async ({ world }) => {
    world.discord.setOverwrite(world.home.channelId, { id: world.applicationId, type: 'member', deny: bits });
  };

/** Changes fields of what Discord answers. */
const patchAnswer =
  (route: string, changes: object): BrokenSetup['make'] =>
  async ({ world }) => {
    const body: unknown = await world.requestAsBot('GET', route);
    world.discord.faults.add(
      { do: 'answer', status: 200, body: { ...(body as object), ...changes } },
      { method: 'GET', route },
    );
  };

/** The settings of interactions over HTTP, with the application's own key. */
const overHttp: BrokenSetup['make'] = async (fixture) => {
  const { world } = fixture;
  const key = publicKeyOf(world);
  await fixture.write({
    INTERACTIONS: 'http',
    DISCORD_PUBLIC_KEY: key,
    HTTP_PORT: String(await closedPort()),
  });
};

async function occupyPort(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  await using server = await occupyPort();
  return server.port;
}

async function executeSql(file: string, sql: string): Promise<void> {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

/** Everything that is broken in the tests, one at a time. */
export const brokenSetups: readonly BrokenSetup[] = [
  {
    name: 'no .env',
    make: ({ folder }) => rm(path.join(folder, '.env')),
    message: /There is no \.env file/,
    remedy: /cp \.env\.example \.env/,
  },
  {
    name: 'a .env that cannot be read',
    async make({ folder }) {
      await rm(path.join(folder, '.env'));
      await mkdir(path.join(folder, '.env'));
    },
    message: /\.env cannot be read: it is a folder/,
    remedy: /Make it a plain file/,
  },
  {
    name: 'a .env that others can read',
    make: ({ folder }) => chmod(path.join(folder, '.env'), 0o644),
    sign: '!',
    message: /Every user of this machine can read \.env/,
    remedy: /chmod 600 \.env/,
  },
  {
    name: 'no token',
    make: settings({ DISCORD_TOKEN: null }),
    message: /DISCORD_TOKEN: is missing/,
    remedy: /Bot → Reset Token/,
  },
  {
    name: 'half a token',
    make: settings({ DISCORD_TOKEN: 'abc' }),
    message: /DISCORD_TOKEN \(what was given is kept secret\)/,
    remedy: /Bot → Reset Token/,
  },
  {
    name: 'a schedule of five fields',
    make: settings({ POLL_SCHEDULE: '* * * * *' }),
    message: /POLL_SCHEDULE \(given: "\* \* \* \* \*"\): accepted is a cron expression of six fields/,
    remedy: /Correct POLL_SCHEDULE in \.env/,
  },
  {
    name: 'a mistyped setting',
    make: settings({ MARKETPLACE_NAMES: 'Foxes' }),
    sign: '!',
    message: /"MARKETPLACE_NAMES", which is no setting/,
    remedy: /Perhaps MARKETPLACE_NAME is meant/,
  },
  {
    name: 'a token that Discord refuses',
    make: settings({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.not_this_one' }),
    message: /Discord refuses the token/,
    remedy: /Reset Token/,
  },
  {
    name: 'a Discord that cannot be reached',
    make: async ({ write }) => write({ DISCORD_API_URL: `http://127.0.0.1:${await closedPort()}/api` }),
    message: /Discord cannot be reached at .*: nothing listens there/,
    remedy: /Check DISCORD_API_URL, this machine’s network/,
  },
  {
    name: 'something else in the place of Discord',
    make: async ({ world, write }) => write({ DISCORD_API_URL: world.marketplace.url }),
    message: /Discord cannot be reached/,
    remedy: /Check DISCORD_API_URL/,
  },
  {
    name: 'an Interactions Endpoint URL',
    make: patchAnswer('/applications/@me', { interactions_endpoint_url: 'https://elsewhere.example' }),
    message:
      /commands to the Interactions Endpoint URL https:\/\/elsewhere\.example, and the bot expects them/,
    remedy:
      /Empty the field Interactions Endpoint URL at .*; or, if that URL is this bot’s, set INTERACTIONS=http/,
  },
  {
    name: 'interactions over HTTP without a public key',
    make: settings({ INTERACTIONS: 'http', HTTP_PORT: '9464' }),
    message: /DISCORD_PUBLIC_KEY: is missing; INTERACTIONS=http needs it/,
    remedy: /General Information, into \.env/,
  },
  {
    name: 'interactions over HTTP without a usable port',
    make: settings({ INTERACTIONS: 'http', DISCORD_PUBLIC_KEY: 'ab'.repeat(32), HTTP_PORT: '99999' }),
    message: /HTTP_PORT \(given: "99999"\)/,
    remedy: /Correct HTTP_PORT in \.env/,
  },
  {
    name: 'the public key of another application',
    make: settings({ INTERACTIONS: 'http', DISCORD_PUBLIC_KEY: 'ab'.repeat(32), HTTP_PORT: '9464' }),
    message: /DISCORD_PUBLIC_KEY is not the public key of this application/,
    remedy: /Copy the Public Key from .*\/information into \.env; it is [\da-f]{64}/,
  },
  {
    name: 'interactions over HTTP, and no Interactions Endpoint URL',
    make: overHttp,
    sign: '!',
    message: /the application has no Interactions Endpoint URL: commands still come through the gateway/,
    remedy: /save https:\/\/YOUR-HOST\/interactions as Interactions Endpoint URL/,
  },
  {
    name: 'an invite that asks for a code grant',
    make: patchAnswer('/applications/@me', { bot_require_code_grant: true }),
    message: /asks for a code grant/,
    remedy: /Requires OAuth2 Code Grant/,
  },
  {
    name: 'privileged intents that nobody needs',
    make: patchAnswer('/applications/@me', { flags: (1 << 15) | (1 << 18) }),
    sign: '!',
    message: /privileged intents that the bot does not use: Server Members, Message Content/,
    remedy: /They do no harm/,
  },
  {
    name: 'a bot in no server',
    make: async ({ world }) => world.discord.kickBot(world.home.guildId, world.applicationId),
    message: /The bot is in no server yet/,
    remedy: /Invite it: https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&scope=bot\+applications/,
  },
  {
    name: 'a bot that was removed from a subscribed server',
    async make({ world }) {
      world.addServer('other');
      world.discord.kickBot(world.home.guildId, world.applicationId);
    },
    message: /Alerts are to go to channel \d+ of the server \d+, which the bot is not in any more/,
    remedy: /Invite the bot there again/,
  },
  {
    name: 'a GUILD_ID of another server',
    make: settings({ GUILD_ID: '123456789012345678' }),
    message: /GUILD_ID 123456789012345678 is a server that the bot is not in/,
    remedy: /Invite the bot there \(https:.*\), or take GUILD_ID out/,
  },
  {
    name: 'starts of the day that are used up',
    make: patchAnswer('/gateway/bot', {
      session_start_limit: { total: 1_000, remaining: 0, reset_after: 7_200_000, max_concurrency: 1 },
    }),
    message: /used up its starts of today/,
    remedy: /restarts the bot again and again; the limit resets in 2 h/,
  },
  {
    name: 'commands of another version',
    async make({ world }) {
      const route = `/applications/${world.applicationId}/commands`;
      const all = (await world.requestAsBot('GET', route)) as { id: string; name: string }[];
      const status = all.find(({ name }) => name === 'status');
      const token = all.find(({ name }) => name === 'token');
      await world.requestAsBot('PATCH', `${route}/${token?.id}`, { description: 'Something older' });
      await world.requestAsBot('DELETE', `${route}/${status?.id}`);
      await world.requestAsBot('POST', route, { name: 'floor', description: 'No longer there' });
    },
    message: /commands at Discord are not those of this version/,
    remedy:
      /not registered: \/status\n.*with another definition: \/token\n.*no longer the bot’s: \/floor\n.*Start the bot/,
  },
  {
    name: 'commands left over from an earlier GUILD_ID',
    async make({ world }) {
      const route = `/applications/${world.applicationId}/guilds/${world.home.guildId}/commands`;
      await world.requestAsBot('POST', route, { name: 'token', description: 'A second one' });
    },
    sign: '!',
    message: /“home” \(\d+\) still has commands of its own, from an earlier GUILD_ID/,
    remedy: /\/token\n.*Remove them: curl -X PUT .*\/guilds\/\d+\/commands/,
  },
  {
    name: 'a subscribed channel that was deleted',
    make: async ({ world }) => world.discord.deleteChannel(world.home.channelId),
    message: /Alerts are to go to channel \d+, which was deleted/,
    remedy: /\/alerts remove/,
  },
  {
    name: 'a subscribed channel in which the bot may not send',
    make: deny(PermissionFlagsBits.SendMessages | PermissionFlagsBits.EmbedLinks),
    message: /cannot be posted in #sales in “home”: the bot lacks Send Messages, Embed Links/,
    remedy: /Permissions → the bot’s role: allow Send Messages, Embed Links/,
  },
  {
    name: 'a subscribed channel that the bot does not see',
    make: deny(PermissionFlagsBits.ViewChannel),
    message: /cannot be posted in #sales in “home”: the bot lacks View Channel\./,
    remedy: /allow View Channel\./,
  },
  {
    name: 'a channel whose history the bot may not read',
    make: deny(PermissionFlagsBits.ReadMessageHistory),
    sign: '!',
    message: /In #sales in “home” the bot lacks Read Message History/,
    remedy: /allow Read Message History/,
  },
  {
    name: 'a channel with rules for recaps in which the bot may not attach their charts',
    async make(fixture) {
      await deny(PermissionFlagsBits.AttachFiles)(fixture);
      await executeSql(fixture.databaseFile, `UPDATE subscriptions SET topics = '["sale","recap"]'`);
    },
    sign: '!',
    message: /In #sales in “home” the bot lacks Attach Files: alerts of rules for floors and recaps/,
    remedy: /allow Attach Files/,
  },
  {
    name: 'a channel that Discord stopped, and that is well again',
    make: ({ databaseFile }) =>
      executeSql(
        databaseFile,
        `UPDATE channel_queues SET state = 'paused', problem_code = 50013, stopped_at = 1`,
      ),
    sign: '!',
    message: /Alerts in #sales in “home” were stopped, because Discord refused one \(code 50013\)/,
    remedy: /\/alerts resume/,
  },
  {
    name: 'an operator’s channel that is not there',
    make: settings({ OPERATOR_CHANNEL_ID: '123456789012345678' }),
    message: /The operator’s messages are to go to channel 123456789012345678, which was deleted/,
    remedy: /Set OPERATOR_CHANNEL_ID to another channel/,
  },
  {
    name: 'a marketplace that cannot be reached',
    make: async ({ write }) => write({ MARKETPLACE_URL: `http://127.0.0.1:${await closedPort()}` }),
    message: /The marketplace cannot be reached at http:.*: nothing listens there/,
    remedy: /Check MARKETPLACE_URL/,
  },
  {
    name: 'an address that is not the marketplace’s',
    make: async ({ world, write }) => write({ MARKETPLACE_URL: world.discord.url }),
    message: /What answers at .* is not the marketplace’s API/,
    remedy: /Set MARKETPLACE_URL to the address of the API’s host/,
  },
  {
    name: 'a marketplace with a field that the bot cannot read',
    make: async ({ world }) =>
      world.marketplace.faults.set(
        { wrongTypes: { share: 1, fields: ['owner'] } },
        '/api/tokens/collection/*',
      ),
    sign: '!',
    message:
      /GET \/api\/tokens\/collection\/.*: the bot cannot read all of the answer \(\d+ ms, \d+ tokens\)/,
    remedy:
      /tokens\[\]\.owner: cannot be read in (\d+) of \1, such as .*\n.*The bot skips what it cannot read/,
  },
  {
    name: 'a marketplace with records that the bot cannot read',
    make: async ({ world }) =>
      world.marketplace.faults.set({ missing: { share: 1, fields: ['count'] } }, '/api/collections/*'),
    message: /GET \/api\/collections\/.*\/holders.* has \d+ holders, and the bot can read none of them/,
    remedy: /holders\[\]: left out, because it has no count in (\d+) of \1, such as \{.*\n.*Report it/,
  },
  {
    name: 'auctions without what the bot needs of them',
    make: async ({ world }) =>
      world.marketplace.faults.set({ missing: { share: 1, fields: ['endTime'] } }, '/api/auctions'),
    message: /GET \/api\/auctions.* lacks what the bot cannot do without: no auction has an end time/,
    remedy: /No end of an auction can be announced/,
  },
  {
    name: 'an endpoint that is out of order',
    make: async ({ world }) =>
      world.marketplace.faults.set({ status: 502, body: 'cdn html' }, '/api/activities'),
    message: /GET \/api\/activities.* answers with status 502/,
    remedy: /Report it to those who run the marketplace/,
  },
  {
    name: 'a feed of which nothing is understood',
    make: async ({ world }) => world.marketplace.faults.set({ missing: { share: 1 } }, '/api/activities'),
    message: /holds 100 records, and the bot understands none of them/,
    remedy: /100 of 100 records cannot be read/,
  },
  {
    name: 'a database that is damaged',
    make: ({ databaseFile }) =>
      writeFile(databaseFile, 'This is no database, whatever its name says.'.repeat(99)),
    message: /The database .* is not a Gavel database/,
    remedy: /Restore the backup as described/,
  },
  {
    name: 'a database of a newer Gavel',
    make: ({ databaseFile }) =>
      executeSql(
        databaseFile,
        'PRAGMA user_version = 99; UPDATE schema_compatibility SET oldest_program = 99',
      ),
    message: /was written by a newer Gavel \(schema 99/,
    remedy: /Install the newer Gavel again/,
  },
  {
    name: 'a database that has a second name',
    make: async ({ databaseFile }) => link(databaseFile, `${databaseFile}.other`),
    message: /has a second name \(a hard link\)/,
    remedy: /remove one of the names/,
  },
  {
    name: 'a database that was moved to PostgreSQL',
    make: ({ databaseFile }) =>
      executeSql(
        databaseFile,
        `CREATE TABLE moved (move_id TEXT, target TEXT, moved_at REAL);
         INSERT INTO moved VALUES ('1', 'gavel at db.example:5432', 0)`,
      ),
    message: /was moved to gavel at db\.example:5432 on 1970-01-01; set DATABASE_URL to that one/,
    remedy: /Set DATABASE_URL to the database that it was moved to/,
  },
  {
    name: 'a database path below a file',
    make: ({ databaseFile, write }) => write({ DATABASE_URL: `sqlite:${databaseFile}/deeper/gavel.db` }),
    message: /cannot be created: .* is not a folder/,
    remedy: /Set DATABASE_URL to sqlite:/,
  },
  {
    name: 'no backup',
    make: ({ folder }) => rm(path.join(folder, 'backups'), { recursive: true }),
    sign: '!',
    message: /There is no backup of the database/,
    remedy: /npm run backup/,
  },
  {
    name: 'a port that another program has',
    async make({ write }) {
      const other = await occupyPort();
      await write({ HTTP_PORT: String(other.port) });
      return other;
    },
    message: /HTTP_PORT \d+ is taken by another program/,
    remedy: /Choose another port/,
  },
  {
    name: 'a host that this machine does not have',
    make: settings({ HTTP_PORT: '9464', HTTP_HOST: '192.0.2.1' }),
    message: /HTTP_HOST 192\.0\.2\.1 is no address of this machine/,
    remedy: /127\.0\.0\.1/,
  },
];
