import { z } from 'zod';
import type { BotWorld } from '../../support/bot-world.ts';

/** Requests a path of the marketplace's API without the bot. */
async function fetchJson<T>({ marketplace }: BotWorld, path: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await fetch(`${marketplace.url}/api/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return shape.parse(await answer.json());
}

const holders = z.looseObject({
  holders: z.array(z.looseObject({ address: z.string(), count: z.number() })),
});
const profile = z.looseObject({
  user: z.looseObject({
    address: z.string(),
    snsName: z.string().optional(),
    isPrivate: z.boolean(),
    isNewUser: z.boolean(),
    profile: z.looseObject({ social: z.looseObject({ x: z.string().nullable() }) }),
  }),
});

export type Person = z.output<typeof profile>['user'];

/** The largest holder of a collection that satisfies the condition. */
export async function findHolder(
  world: BotWorld,
  collection: string,
  isWanted: (person: Person) => boolean,
): Promise<Person> {
  for (let page = 1; page <= 10; page += 1) {
    const list = await fetchJson(world, `collections/${collection}/holders?limit=100&page=${page}`, holders);
    for (const { address } of list.holders) {
      const { user } = await fetchJson(world, `users/profile/${address}`, profile);
      if (isWanted(user)) return user;
    }
  }
  throw new Error('There is no such holder.');
}
