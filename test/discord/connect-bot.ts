import { setTimeout as delay } from 'node:timers/promises';
import type { REST } from 'discord.js';
import type { GavelError } from '#src/chain/errors.ts';
import { createGateway, type Gateway, type GatewayEvent } from '#src/discord/gateway/gateway.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { createGuilds, type GuildChange, type MutableGuilds } from '#src/discord/guilds/guilds.ts';
import { type Interaction, readInteraction } from '#src/discord/interactions/interaction.ts';
import type { TestWorld } from '../sandbox/discord/world.ts';
import { silentLog } from '../support/silent-log.ts';

/** A bot's connection to the local Discord. */
export interface ConnectedBot extends AsyncDisposable {
  readonly guilds: MutableGuilds;
  readonly gateway: Gateway;
  readonly rest: REST;
}

interface ConnectOptions {
  /** By default as many as Discord recommends. */
  readonly shardCount?: number;
  readonly onConnection?: (event: GatewayEvent) => void;
  readonly onGuildChange?: (guildId: string, change: GuildChange, event: string) => void;
  readonly onFatal?: (error: GavelError) => void;
}

/** Connects the world's bot and waits until it has received its servers. */
export async function connectBot(
  { discord, token }: Pick<TestWorld, 'discord' | 'token'>,
  onInteraction: (interaction: Interaction) => unknown = () => undefined,
  options: ConnectOptions = {},
): Promise<ConnectedBot> {
  await using parts = new AsyncDisposableStack();
  const rest = parts.use(createGatewayRest({ apiUrl: discord.apiUrl, token }));
  const guilds = createGuilds();
  const gateway = parts.use(
    createGateway({
      rest,
      token,
      shardCount: options.shardCount ?? null,
      guilds,
      onInteraction(payload) {
        const interaction = readInteraction(payload, rest);
        if (interaction === null)
          throw new Error('The local Discord sent an interaction that cannot be read.');
        onInteraction(interaction);
      },
      onGuildChange: options.onGuildChange ?? (() => undefined),
      onConnection: options.onConnection ?? (() => undefined),
      onFatal:
        options.onFatal ??
        ((error) => {
          throw error;
        }),
      log: silentLog,
    }),
  );
  const { signal } = new AbortController();
  await gateway.connect({ signal, log: silentLog, sleep: (ms) => delay(ms) });
  const owned = parts.move();
  return { guilds, gateway, rest, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
