import { type Endpoint, userNamed } from '../endpoint.ts';
import { profileView } from '../views/profile-view.ts';

/** marketplace-api: GET /api/users/profile/{identifier}. */
export const userProfileEndpoint: Endpoint = {
  path: '/api/users/profile/:identifier',
  summary: 'The profile of a user, given by address or name.',
  parameters: [],
  examples({ market }) {
    const owners = market.collections.flatMap(({ tokens }) => tokens.slice(0, 40).map(({ owner }) => owner));
    const users = owners.flatMap((owner) => market.people.find(owner) ?? []);
    const named = users.find(({ name, person }) => name !== undefined && person.bio !== '');
    return [users[0]?.address, named?.name?.name]
      .filter((identifier) => identifier !== undefined)
      .map((identifier) => `/api/users/profile/${identifier}`);
  },
  answer: ({ param }, api) => ({ user: profileView(userNamed(api, param('identifier')), api) }),
};
