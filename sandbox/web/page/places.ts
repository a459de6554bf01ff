import type { ShownChannel, World } from '../contract.ts';

/** A channel and where it is: in a server, or, with `null`, among the direct messages. */
export interface Place {
  readonly guildId: string | null;
  readonly channel: ShownChannel;
}

/** Every channel that is shown, of all servers and then the direct messages. */
export function allPlaces(world: World | null): readonly Place[] {
  const direct = world?.directMessages ?? [];
  return [
    ...(world?.guilds ?? []).flatMap(({ id: guildId, channels }) =>
      channels.map((channel) => ({ guildId, channel })),
    ),
    ...direct.map((channel) => ({ guildId: null, channel })),
  ];
}

/** The place of a channel, or `null` where it is not shown (any more). */
export function placeOf(world: World | null, channelId: string | null): Place | null {
  return allPlaces(world).find(({ channel }) => channel.id === channelId) ?? null;
}

/** A channel's name with the sign that stands before it: `#sales`, `@Gavel`. */
export function signedName(channel: ShownChannel | undefined): string {
  return `${channel?.kind === 'direct' ? '@' : '#'}${channel?.name ?? ''}`;
}
