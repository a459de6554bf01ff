import { EMPTY_PROFILE, type UserDetails } from '../../world/people/user-details.ts';
import type { User } from '../../world/people/user-registry.ts';
import type { Api } from '../endpoint.ts';
import { jsonInteger } from '../json.ts';
import { userPicture } from './picture-urls.ts';

/**
 * marketplace-api: User profile. A wallet without a name has neither `snsName` nor `snsTokenId`. What isPrivate
 * changes is not documented; here a private user's texts are empty and their figures 0.
 */
export function profileView({ address, name, person, bought, sold }: User, api: Api): object {
  const { isPrivate, isNewUser } = person;
  const shown: UserDetails = isPrivate ? { ...EMPTY_PROFILE, isPrivate, isNewUser } : person;
  const counts = api.market.collections.flatMap(({ owners }) => owners.get(address) ?? []);
  const owned = counts.reduce((sum, count) => sum + count, 0);
  return {
    address,
    ...(name === undefined ? {} : { snsName: name.name, snsTokenId: jsonInteger(name.tokenId) }),
    profile: {
      bio: shown.bio,
      avatarUrl: shown.hasAvatar ? userPicture(api.url(), address) : '',
      bannerUrl: shown.hasBanner ? userPicture(api.url(), address) : '',
      social: {
        x: shown.x,
        instagram: shown.instagram,
        // The document's name for the invite, and the name that live deployments use for it.
        'the service': shown.invite,
        discord: shown.invite,
        github: shown.github,
        website: shown.website,
        email: shown.email,
      },
    },
    stats: {
      totalNFTsOwned: isPrivate ? 0 : owned,
      totalCollectionsOwned: isPrivate ? 0 : counts.length,
      totalVolumeBought: isPrivate ? 0n : bought,
      totalVolumeSold: isPrivate ? 0n : sold,
    },
    isPrivate,
    isNewUser,
  };
}
