import { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import { address, count, flag, part, picture, prose, text, tokenId, wei } from '../decode/lenient.ts';
import { LeftOut, type ReadOnly, resource } from '../decode/resource.ts';

const details = {
  bio: prose,
  avatarUrl: picture,
  bannerUrl: picture,
  social: part(
    z.object({
      x: text,
      twitter: text,
      instagram: text,
      discord: text,
      'the service': text,
      github: text,
      website: text,
      email: text,
    }),
  ),
};

const fields = z.object({
  address,
  snsName: text,
  snsTokenId: tokenId,
  profile: part(z.object(details)),
  // Other deployments have the fields of `profile` at the top level.
  ...details,
  stats: part(
    z.object({
      totalNFTsOwned: count,
      totalCollectionsOwned: count,
      totalVolumeBought: wei,
      totalVolumeSold: wei,
    }),
  ),
  isPrivate: flag,
  isNewUser: flag,
});

/**
 * A public user profile (marketplace-api: User profile).
 * @param requested the requested address; `null` when the request was by name
 */
export const profileSchema = (requested: Address | null) =>
  resource(fields, (user) => {
    const { profile, stats } = user;
    const own = user.address ?? requested;
    if (own === null) return new LeftOut('has no address');
    const links = profile?.social ?? user.social;
    return {
      address: own,
      /** Name of the name service. */
      name: user.snsName,
      nameTokenId: user.snsTokenId,
      bio: profile?.bio ?? user.bio,
      avatar: profile?.avatarUrl ?? user.avatarUrl,
      banner: profile?.bannerUrl ?? user.bannerUrl,
      /** Links to other sites, as the user wrote them. */
      social: {
        x: links?.x ?? links?.twitter ?? null,
        instagram: links?.instagram ?? null,
        discord: links?.discord ?? links?.['the service'] ?? null,
        github: links?.github ?? null,
        website: links?.website ?? null,
        email: links?.email ?? null,
      },
      ownedTokens: stats?.totalNFTsOwned ?? null,
      ownedCollections: stats?.totalCollectionsOwned ?? null,
      volumeBought: stats?.totalVolumeBought ?? null,
      volumeSold: stats?.totalVolumeSold ?? null,
      /** It is not documented which fields a private profile omits: any may be `null`. */
      isPrivate: user.isPrivate === true,
      isNew: user.isNewUser === true,
    };
  });

export type Profile = ReadOnly<z.output<ReturnType<typeof profileSchema>>>;
