import type { Subscription } from '../domain/subscription.ts';

/** In which server a channel is. */
export interface ChannelHomes {
  /** `null` for a direct message, and where neither the gateway nor a rule tells. */
  guildIdOf(channelId: string): string | null;
  /** A rule that was set up. */
  learn(rule: Pick<Subscription, 'channelId' | 'guildId'>): void;
}

/**
 * Asks the gateway first, then the rules. After a start the gateway tells neither of threads that are archived nor, until
 * it is back, of a server that is out of order; their time zone and language hold all the same.
 * @param ofGateway `null` where the gateway did not tell of the channel
 */
export function createChannelHomes(
  rules: Iterable<Pick<Subscription, 'channelId' | 'guildId'>>,
  ofGateway: (channelId: string) => string | null,
): ChannelHomes {
  const homes = new Map<string, string>();
  function learn({ channelId, guildId }: Pick<Subscription, 'channelId' | 'guildId'>): void {
    homes.set(channelId, guildId);
  }
  for (const rule of rules) learn(rule);
  return { guildIdOf: (channelId) => ofGateway(channelId) ?? homes.get(channelId) ?? null, learn };
}
