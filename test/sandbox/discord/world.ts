import { Client, type ClientOptions, GatewayIntentBits, type Interaction } from 'discord.js';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { makeRequest } from '#src/discord/rest/request.ts';
import {
  type LocalDiscord,
  type LocalDiscordOptions,
  type Person,
  startLocalDiscord,
} from '../../../sandbox/discord/local-discord.ts';

/** The default permissions of the tests' bot. */
const BOT_PERMISSIONS: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory;

/** A local Discord with a server, a channel, its owner, an ordinary member and one installed bot. */
export interface TestWorld extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly applicationId: string;
  readonly token: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly ownerId: string;
  readonly memberId: string;
  readonly owner: Person;
  readonly member: Person;
  /** A discord.js client, logged in and ready. */
  connect(options?: Partial<ClientOptions>): Promise<Client<true>>;
  /** A bare REST call with the bot's token; the answer's body is parsed JSON, or null. */
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }>;
}

/** Starts the world that most tests begin with. Disposing it also destroys the clients. */
export async function startTestWorld(
  options: LocalDiscordOptions & { readonly answerWithinMs?: number } = {},
): Promise<TestWorld> {
  const discord = await startLocalDiscord(options);
  const clients: Client[] = [];
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const ownerId = discord.createUser({ name: 'ada' }).id;
  const memberId = discord.createUser({ name: 'bob' }).id;
  const guildId = discord.createGuild({ name: 'Collectors', ownerId }).id;
  const channelId = discord.createChannel({ guildId, name: 'sales' }).id;
  discord.addMember({ guildId, userId: memberId });
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const waiting = options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs };

  return {
    discord,
    applicationId,
    token,
    guildId,
    channelId,
    ownerId,
    memberId,
    owner: discord.person({ userId: ownerId, guildId, channelId, ...waiting }),
    member: discord.person({ userId: memberId, guildId, channelId, ...waiting }),
    async connect(clientOptions = {}) {
      const client = new Client({
        intents: [GatewayIntentBits.Guilds],
        ...clientOptions,
        rest: { makeRequest, ...clientOptions.rest, api: discord.apiUrl },
      });
      clients.push(client);
      const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
      await client.login(token);
      return ready;
    },
    async call(method, path, body) {
      const response = await fetch(`${discord.apiUrl}/v10${path}`, {
        method,
        headers: {
          authorization: `Bot ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        headers: response.headers,
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.destroy()));
      await discord[Symbol.asyncDispose]();
    },
  };
}

/** Handles a client's interactions; errors of the handler become the client's `error` event. */
export function onInteraction(client: Client, handle: (interaction: Interaction) => Promise<unknown>): void {
  client.on('interactionCreate', (interaction) => {
    handle(interaction).catch((error: unknown) => client.emit('error', error as Error));
  });
}
