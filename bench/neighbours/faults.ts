import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LoadChannel, LoadWorld } from '../backlog/world.ts';

/** The channels with faults or bursts in a busy phase. */
export interface FaultyChannels {
  /** Follows transfers; 500 happen at once. */
  readonly burst: LoadChannel;
  /** Discord answers 500 there. */
  readonly failing: LoadChannel;
  /** Discord does not answer there at all. */
  readonly silent: LoadChannel;
  /** The bot may not post there any more. */
  readonly forbidden: LoadChannel;
  /** Discord answers with a rate limit of half a minute. */
  readonly limited: LoadChannel;
}

const BURST = 500;
const LEFT_ALONE_MS = 30_000;

/** Starts all faults. Returns a function that ends them. */
export function startFaults(
  { discord, marketplace }: LoadWorld,
  troubled: FaultyChannels,
  burstIn: string,
): () => void {
  const posts = ({ id }: LoadChannel) => ({ method: 'POST', route: `/channels/${id}/messages` });
  const { forbidden } = troubled;
  const endings = [
    discord.faults.add({ do: 'answer', status: 500 }, posts(troubled.failing)),
    discord.faults.add({ do: 'hang' }, posts(troubled.silent)),
    discord.faults.add({ do: 'rate-limit', retryAfterMs: LEFT_ALONE_MS }, posts(troubled.limited)),
    () => discord.removeOverwrite(forbidden.id, forbidden.guildId),
  ];
  discord.setOverwrite(forbidden.id, {
    id: forbidden.guildId,
    type: 'role',
    deny: PermissionFlagsBits.SendMessages,
  });
  for (let count = 0; count < BURST; count += 1) marketplace.cause.transfer({ collection: burstIn });
  return () => {
    for (const end of endings) end();
  };
}
