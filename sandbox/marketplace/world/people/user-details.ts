import { createRandom, pick } from '../../random/random.ts';
import { BIOS } from './bios.ts';

/** The profile that a wallet's owner filled in. */
export interface UserDetails {
  readonly bio: string;
  readonly hasAvatar: boolean;
  readonly hasBanner: boolean;
  readonly x: string | null;
  readonly instagram: string | null;
  /** Invite URL of a chat. */
  readonly invite: string | null;
  readonly github: string | null;
  readonly website: string | null;
  readonly email: string | null;
  /** The API hides the profile's texts and figures. */
  readonly isPrivate: boolean;
  /** The owner has not filled in a profile. */
  readonly isNewUser: boolean;
}

/** An empty profile. */
export const EMPTY_PROFILE = {
  bio: '',
  hasAvatar: false,
  hasBanner: false,
  x: null,
  instagram: null,
  invite: null,
  github: null,
  website: null,
  email: null,
} as const;

/** The profile of an address, always the same one. Handles come with and without `@`, absent ones as null or ''. */
export function profileAt(address: string): UserDetails {
  const random = createRandom(`person:${address}`);
  const kind = random.next();
  const isPrivate = kind < 0.06;
  const isNewUser = kind > 0.9;
  if (isNewUser) return { ...EMPTY_PROFILE, isPrivate, isNewUser };
  const handle = `sim_${address.slice(2, 8)}`;
  const perhaps = (share: number, text: string): string | null => (random.chance(share) ? text : null);
  return {
    bio: pick(random, BIOS),
    hasAvatar: random.chance(0.7),
    hasBanner: random.chance(0.4),
    x: perhaps(0.6, pick(random, [handle, `@${handle}`, ''])),
    instagram: perhaps(0.3, pick(random, [handle, `@${handle}`])),
    invite: perhaps(0.3, `https://chat.example/invite/${handle}`),
    github: perhaps(0.2, handle),
    website: perhaps(0.3, `https://${handle.replace('_', '-')}.example`),
    email: perhaps(0.15, `${handle}@mail.example`),
    isPrivate,
    isNewUser,
  };
}
