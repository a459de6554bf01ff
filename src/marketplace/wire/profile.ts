import { z } from 'zod';
import { address, count, flag, part, picture, prose, text, tokenId, wei } from '../decode/lenient.ts';

const social = z.looseObject({
  x: text,
  twitter: text,
  instagram: text,
  discord: text,
  'the service': text,
  github: text,
  website: text,
  email: text,
});

const details = {
  bio: prose,
  avatarUrl: picture,
  bannerUrl: picture,
  social: part(social),
};

/** marketplace-api: User profile; other deployments have the fields of `profile` at the top level. */
export const profileWire = z.looseObject({
  address,
  snsName: text,
  snsTokenId: tokenId,
  profile: part(z.looseObject(details)),
  ...details,
  stats: part(
    z.looseObject({
      totalNFTsOwned: count,
      totalCollectionsOwned: count,
      totalVolumeBought: wei,
      totalVolumeSold: wei,
    }),
  ),
  isPrivate: flag,
  isNewUser: flag,
});
