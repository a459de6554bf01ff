import type { ShownChannel, World } from '../contract.ts';

/** A channel with its server, or, with `null`, among the direct messages. */
export interface ChannelLocation {
  readonly guildId: string | null;
  readonly channel: ShownChannel;
}

/** Every visible channel, of all servers and then the direct messages. */
export function allChannels(world: World | null): readonly ChannelLocation[] {
  const direct = world?.directMessages ?? [];
  return [
    ...(world?.guilds ?? []).flatMap(({ id: guildId, channels }) =>
      channels.map((channel) => ({ guildId, channel })),
    ),
    ...direct.map((channel) => ({ guildId: null, channel })),
  ];
}

/** The location of a channel, or `null` where it is not visible (any more). */
export function locationOf(world: World | null, channelId: string | null): ChannelLocation | null {
  return allChannels(world).find(({ channel }) => channel.id === channelId) ?? null;
}

const PREFIXES: Partial<Record<ShownChannel['kind'], string>> = { direct: '@', voice: '' };

/** A channel's name with its prefix: `#sales`, `@Gavel`; without one for a voice channel, as in Discord. */
export function prefixedName(channel: ShownChannel | undefined): string {
  return channel === undefined ? '#' : `${PREFIXES[channel.kind] ?? '#'}${channel.name}`;
}
