import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Patient } from './patient.ts';

/** One thing that somebody could get wrong, and what the doctor has to say of it. */
export interface Breakage {
  readonly name: string;
  /** Breaks it; what it returns is disposed of when the doctor is done. */
  readonly make: (patient: Patient) => Promise<AsyncDisposable | void>;
  /** `✗` unless told otherwise. */
  readonly sign?: '✗' | '!';
  /** In the sentence. */
  readonly says: RegExp;
  /** In what stands below it. */
  readonly remedy: RegExp;
}

const settings =
  (changes: Readonly<Record<string, string | null>>): Breakage['make'] =>
  (patient) =>
    patient.write(changes);

/** Takes permissions away from the bot in its channel. */
const deny =
  (bits: bigint): Breakage['make'] =>
  async ({ world }) => {
    world.discord.setOverwrite(world.home.channelId, { id: world.applicationId, type: 'member', deny: bits });
  };

/** Changes fields of what Discord answers. */
const answering =
  (route: string, changes: object): Breakage['make'] =>
  async ({ world }) => {
    const body: unknown = await world.asBot('GET', route);
    world.discord.faults.add(
      { do: 'answer', status: 200, body: { ...(body as object), ...changes } },
      { method: 'GET', route },
    );
  };

async function taken(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A port on which nothing listens any more. */
async function silentPort(): Promise<number> {
  await using server = await taken();
  return server.port;
}

async function changed(file: string, sql: string): Promise<void> {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

/** Everything that is broken in the tests, one at a time. */
export const breakages: readonly Breakage[] = [
  {
    name: 'no .env',
    make: ({ folder }) => rm(path.join(folder, '.env')),
    says: /There is no \.env file/,
    remedy: /cp \.env\.example \.env/,
  },
  {
    name: 'a .env that cannot be read',
    async make({ folder }) {
      await rm(path.join(folder, '.env'));
      await mkdir(path.join(folder, '.env'));
    },
    says: /\.env cannot be read: it is a folder/,
    remedy: /Make it a plain file/,
  },
  {
    name: 'a .env that others can read',
    make: ({ folder }) => chmod(path.join(folder, '.env'), 0o644),
    sign: '!',
    says: /Every user of this machine can read \.env/,
    remedy: /chmod 600 \.env/,
  },
  {
    name: 'no token',
    make: settings({ DISCORD_TOKEN: null }),
    says: /DISCORD_TOKEN: is missing/,
    remedy: /Bot → Reset Token/,
  },
  {
    name: 'half a token',
    make: settings({ DISCORD_TOKEN: 'abc' }),
    says: /DISCORD_TOKEN \(what was given is kept secret\)/,
    remedy: /Bot → Reset Token/,
  },
  {
    name: 'a schedule of five fields',
    make: settings({ POLL_SCHEDULE: '* * * * *' }),
    says: /POLL_SCHEDULE \(given: "\* \* \* \* \*"\): accepted is a cron expression of six fields/,
    remedy: /Correct POLL_SCHEDULE in \.env/,
  },
  {
    name: 'a mistyped setting',
    make: settings({ MARKETPLACE_NAMES: 'Foxes' }),
    sign: '!',
    says: /"MARKETPLACE_NAMES", which is no setting/,
    remedy: /Perhaps MARKETPLACE_NAME is meant/,
  },
  {
    name: 'a token that Discord refuses',
    make: settings({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.not_this_one' }),
    says: /Discord refuses the token/,
    remedy: /Reset Token/,
  },
  {
    name: 'a Discord that cannot be reached',
    make: async ({ write }) => write({ DISCORD_API_URL: `http://127.0.0.1:${await silentPort()}/api` }),
    says: /Discord cannot be reached at .*: nothing listens there/,
    remedy: /Check DISCORD_API_URL, this machine’s network/,
  },
  {
    name: 'something else in the place of Discord',
    make: async ({ world, write }) => write({ DISCORD_API_URL: world.marketplace.url }),
    says: /Discord cannot be reached/,
    remedy: /Check DISCORD_API_URL/,
  },
  {
    name: 'an Interactions Endpoint URL',
    make: answering('/applications/@me', { interactions_endpoint_url: 'https://elsewhere.example' }),
    says: /sends the commands to an Interactions Endpoint URL/,
    remedy: /Empty the field Interactions Endpoint URL/,
  },
  {
    name: 'an invite that asks for a code grant',
    make: answering('/applications/@me', { bot_require_code_grant: true }),
    says: /asks for a code grant/,
    remedy: /Requires OAuth2 Code Grant/,
  },
  {
    name: 'privileged intents that nobody needs',
    make: answering('/applications/@me', { flags: (1 << 15) | (1 << 18) }),
    sign: '!',
    says: /privileged intents that the bot does not use: Server Members, Message Content/,
    remedy: /They do no harm/,
  },
  {
    name: 'a bot in no server',
    make: async ({ world }) => world.discord.kickBot(world.home.guildId, world.applicationId),
    says: /The bot is in no server yet/,
    remedy: /Invite it: https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&scope=bot\+applications/,
  },
  {
    name: 'a bot that was sent away from a subscribed server',
    async make({ world }) {
      world.addServer('other');
      world.discord.kickBot(world.home.guildId, world.applicationId);
    },
    says: /Alerts are to go to channel \d+ of the server \d+, which the bot is not in any more/,
    remedy: /Invite the bot there again/,
  },
  {
    name: 'a GUILD_ID of another server',
    make: settings({ GUILD_ID: '123456789012345678' }),
    says: /GUILD_ID 123456789012345678 is a server that the bot is not in/,
    remedy: /Invite the bot there \(https:.*\), or take GUILD_ID out/,
  },
  {
    name: 'starts of the day that are used up',
    make: answering('/gateway/bot', {
      session_start_limit: { total: 1_000, remaining: 0, reset_after: 7_200_000, max_concurrency: 1 },
    }),
    says: /used up its starts of today/,
    remedy: /restarts the bot again and again; the count begins anew in 2 h/,
  },
  {
    name: 'commands of another version',
    async make({ world }) {
      const route = `/applications/${world.applicationId}/commands`;
      const all = (await world.asBot('GET', route)) as { id: string; name: string }[];
      const status = all.find(({ name }) => name === 'status');
      const token = all.find(({ name }) => name === 'token');
      await world.asBot('PATCH', `${route}/${token?.id}`, { description: 'Something older' });
      await world.asBot('DELETE', `${route}/${status?.id}`);
      await world.asBot('POST', route, { name: 'floor', description: 'No longer there' });
    },
    says: /commands at Discord are not those of this version/,
    remedy:
      /not registered: \/status\n.*in another form: \/token\n.*no longer the bot’s: \/floor\n.*Start the bot/,
  },
  {
    name: 'commands left over from an earlier GUILD_ID',
    async make({ world }) {
      const route = `/applications/${world.applicationId}/guilds/${world.home.guildId}/commands`;
      await world.asBot('POST', route, { name: 'token', description: 'A second one' });
    },
    sign: '!',
    says: /“home” \(\d+\) still has commands of its own, from an earlier GUILD_ID/,
    remedy: /\/token\n.*Remove them: curl -X PUT .*\/guilds\/\d+\/commands/,
  },
  {
    name: 'a subscribed channel that was deleted',
    make: async ({ world }) => world.discord.deleteChannel(world.home.channelId),
    says: /Alerts are to go to channel \d+, which was deleted/,
    remedy: /\/alerts remove/,
  },
  {
    name: 'a subscribed channel in which the bot may not send',
    make: deny(PermissionFlagsBits.SendMessages | PermissionFlagsBits.EmbedLinks),
    says: /cannot be posted in #sales in “home”: the bot lacks Send Messages, Embed Links/,
    remedy: /Permissions → the bot’s role: allow Send Messages, Embed Links/,
  },
  {
    name: 'a subscribed channel that the bot does not see',
    make: deny(PermissionFlagsBits.ViewChannel),
    says: /cannot be posted in #sales in “home”: the bot lacks View Channel\./,
    remedy: /allow View Channel\./,
  },
  {
    name: 'a channel whose history the bot may not read',
    make: deny(PermissionFlagsBits.ReadMessageHistory),
    sign: '!',
    says: /In #sales in “home” the bot lacks Read Message History/,
    remedy: /allow Read Message History/,
  },
  {
    name: 'a channel that Discord stopped, and that is well again',
    make: ({ databaseFile }) =>
      changed(databaseFile, `UPDATE lanes SET state = 'paused', problem_code = 50013, stopped_at = 1`),
    sign: '!',
    says: /Alerts in #sales in “home” were stopped, because Discord refused one \(code 50013\)/,
    remedy: /\/alerts resume/,
  },
  {
    name: 'an operator’s channel that is not there',
    make: settings({ OPERATOR_CHANNEL_ID: '123456789012345678' }),
    says: /The operator’s messages are to go to channel 123456789012345678, which was deleted/,
    remedy: /Set OPERATOR_CHANNEL_ID to another channel/,
  },
  {
    name: 'a marketplace that cannot be reached',
    make: async ({ write }) => write({ MARKETPLACE_URL: `http://127.0.0.1:${await silentPort()}` }),
    says: /The marketplace cannot be reached at http:.*: nothing listens there/,
    remedy: /Check MARKETPLACE_URL/,
  },
  {
    name: 'an address that is not the marketplace’s',
    make: async ({ world, write }) => write({ MARKETPLACE_URL: world.discord.url }),
    says: /What answers at .* is not the marketplace’s API/,
    remedy: /Set MARKETPLACE_URL to the address of the API’s host/,
  },
  {
    name: 'a marketplace whose fields differ from its document',
    async make({ world }) {
      const { faults } = world.marketplace;
      faults.set({ missing: { share: 1, fields: ['owner'] } }, '/api/tokens/collection/*');
      faults.set({ wrongTypes: { share: 1, fields: ['count'] } }, '/api/collections/*');
    },
    sign: '!',
    says: /GET \/api\/tokens\/collection\/.* differs from its document in 1 point/,
    remedy: /tokens\[\]\.owner: missing \(documented as a text\)\n.*The bot reads it all the same/,
  },
  {
    name: 'auctions without what the bot needs of them',
    make: async ({ world }) =>
      world.marketplace.faults.set({ missing: { share: 1, fields: ['endTime'] } }, '/api/auctions'),
    says: /GET \/api\/auctions.* lacks what the bot cannot do without: auctions\[\]\.endTime/,
    remedy: /auctions\[\]\.endTime: missing \(documented as a time in Unix seconds\)/,
  },
  {
    name: 'an endpoint that is out of order',
    make: async ({ world }) =>
      world.marketplace.faults.set({ status: 502, body: 'cdn html' }, '/api/activities'),
    says: /GET \/api\/activities.* answers with status 502/,
    remedy: /Tell those who run the marketplace/,
  },
  {
    name: 'a feed of which nothing is understood',
    make: async ({ world }) => world.marketplace.faults.set({ missing: { share: 1 } }, '/api/activities'),
    says: /holds 100 records, and the bot understands none of them/,
    remedy: /100 of 100 records cannot be read/,
  },
  {
    name: 'a database that is damaged',
    make: ({ databaseFile }) =>
      writeFile(databaseFile, 'This is no database, whatever its name says.'.repeat(99)),
    says: /The database .* is not a Gavel database/,
    remedy: /Restore the backup as told/,
  },
  {
    name: 'a database of a newer Gavel',
    make: ({ databaseFile }) => changed(databaseFile, 'PRAGMA user_version = 99'),
    says: /was written by a newer Gavel \(schema 99/,
    remedy: /Install the newer Gavel again/,
  },
  {
    name: 'a database in what is no folder',
    make: ({ databaseFile, write }) => write({ DATABASE_URL: `sqlite:${databaseFile}/deeper/gavel.db` }),
    says: /cannot be made: .* is no folder/,
    remedy: /Set DATABASE_URL to sqlite:/,
  },
  {
    name: 'no backup',
    make: ({ folder }) => rm(path.join(folder, 'backups'), { recursive: true }),
    sign: '!',
    says: /There is no backup of the database/,
    remedy: /npm run backup/,
  },
  {
    name: 'a port that another program has',
    async make({ write }) {
      const other = await taken();
      await write({ HTTP_PORT: String(other.port) });
      return other;
    },
    says: /HTTP_PORT \d+ is taken by another program/,
    remedy: /Choose another port/,
  },
  {
    name: 'a host that this machine does not have',
    make: settings({ HTTP_PORT: '9464', HTTP_HOST: '192.0.2.1' }),
    says: /HTTP_HOST 192\.0\.2\.1 is no address of this machine/,
    remedy: /127\.0\.0\.1/,
  },
];
