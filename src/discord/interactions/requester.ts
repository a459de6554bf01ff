import type { GuildMember } from '../guilds/permissions.ts';

/** A member with their permissions in the channel of the interaction. */
export interface Requester extends GuildMember {
  readonly permissions: bigint;
}
