import type { APIUser, UserFlags } from 'discord-api-types/v10';

// The flag type has no name for "none".
const NO_FLAGS = 0 as UserFlags;

/** A user in Discord's representation, with all documented fields. */
export function newUser(id: string, username: string, bot: boolean): APIUser {
  return {
    id,
    username,
    discriminator: bot ? '0000' : '0',
    global_name: bot ? null : username,
    avatar: null,
    public_flags: NO_FLAGS,
    flags: NO_FLAGS,
    bot,
    system: false,
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}

/** The bot's own user, with the fields that only the account itself gets. */
export function ownUser(user: APIUser): APIUser {
  return { ...user, mfa_enabled: true, locale: 'en-US', premium_type: 0, email: null, verified: true };
}
