import type { Subscription } from '#src/alerts/subscription.ts';
import { isPerson } from '#src/alerts/target.ts';

/** Maps channels to their servers. */
export interface ChannelGuilds {
  /**
   * Returns the server; `null` for a direct message channel, and for a channel that neither the gateway nor a rule
   * contains. A user is the server of their own rules.
   */
  guildIdOf(channelId: string): string | null;
  /** Adds the channel of a new rule. */
  learn(rule: Pick<Subscription, 'channelId' | 'guildId'>): void;
}

/**
 * Creates the map, which uses the gateway first, then the rules. After a start, the gateway reports neither archived
 * threads nor unavailable servers, but their time zone and language must still apply.
 * @param fromGateway returns `null` if the gateway did not report the channel
 */
export function createChannelGuilds(
  rules: Iterable<Pick<Subscription, 'channelId' | 'guildId'>>,
  fromGateway: (channelId: string) => string | null,
): ChannelGuilds {
  const channelGuilds = new Map<string, string>();
  function learn({ channelId, guildId }: Pick<Subscription, 'channelId' | 'guildId'>): void {
    channelGuilds.set(channelId, guildId);
  }
  for (const rule of rules) if (!isPerson(rule.channelId)) learn(rule);
  return {
    guildIdOf(channelId) {
      if (isPerson(channelId)) return channelId;
      return fromGateway(channelId) ?? channelGuilds.get(channelId) ?? null;
    },
    learn(rule) {
      if (!isPerson(rule.channelId)) learn(rule);
    },
  };
}
