import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LoadChannel, LoadWorld } from '../backlog/world.ts';

/** The channels that have trouble, or make some, in a busy phase. */
export interface Troubled {
  /** Follows transfers, of which 500 happen at once. */
  readonly burst: LoadChannel;
  /** Discord answers 500 there. */
  readonly failing: LoadChannel;
  /** Discord does not answer there at all. */
  readonly silent: LoadChannel;
  /** The bot may not post there any more. */
  readonly forbidden: LoadChannel;
  /** Discord wants to be left alone there for half a minute. */
  readonly limited: LoadChannel;
}

const BURST = 500;
const LEFT_ALONE_MS = 30_000;

/** Begins all troubles at once. Returns what ends them. */
export function beginTroubles(
  { discord, marketplace }: LoadWorld,
  troubled: Troubled,
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
