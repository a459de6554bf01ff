import type { Address } from '#src/chain/address.ts';
import type { Profile, SocialLinks } from '../model/profile.ts';
import { profileWire } from '../wire/profile.ts';

/**
 * Decodes a user profile (marketplace-api: User profile); `null` without an address.
 * @param requested the requested address; `null` if the request was by name
 */
export function toProfile(value: unknown, requested: Address | null): Profile | null {
  const wire = profileWire.safeParse(value).data;
  const address = wire?.address ?? requested;
  if (wire === undefined || address === null) return null;
  const { profile, stats } = wire;
  const links = profile?.social ?? wire.social;
  const social: SocialLinks = {
    x: links?.x ?? links?.twitter ?? null,
    instagram: links?.instagram ?? null,
    discord: links?.discord ?? links?.['the service'] ?? null,
    github: links?.github ?? null,
    website: links?.website ?? null,
    email: links?.email ?? null,
  };
  return {
    address,
    name: wire.snsName,
    nameTokenId: wire.snsTokenId,
    bio: profile?.bio ?? wire.bio,
    avatar: profile?.avatarUrl ?? wire.avatarUrl,
    banner: profile?.bannerUrl ?? wire.bannerUrl,
    social,
    ownedTokens: stats?.totalNFTsOwned ?? null,
    ownedCollections: stats?.totalCollectionsOwned ?? null,
    volumeBought: stats?.totalVolumeBought ?? null,
    volumeSold: stats?.totalVolumeSold ?? null,
    isPrivate: wire.isPrivate === true,
    isNew: wire.isNewUser === true,
  };
}
