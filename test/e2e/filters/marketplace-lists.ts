import { z } from 'zod';
import type { BotWorld } from '../../support/bot-world.ts';

const tokenPage = z.object({
  tokens: z.array(
    z.looseObject({
      tokenId: z.coerce.string(),
      amount: z.coerce.number(),
      owner: z.string(),
      rarityRank: z.number(),
      attributes: z.array(z.object({ trait_type: z.string(), value: z.coerce.string() })),
    }),
  ),
});

export type ReportedToken = z.output<typeof tokenPage>['tokens'][number];

/** The first hundred tokens of a collection, as the marketplace reports them. */
export async function tokensOf({ marketplace }: BotWorld, path: string): Promise<readonly ReportedToken[]> {
  const address = marketplace.collections().find((one) => one.path === path)?.address;
  const answer = await fetch(
    `${marketplace.url}/api/tokens/collection/${address}?limit=100&page=1&sortBy=tokenId&sortOrder=asc`,
  );
  return tokenPage.parse(await answer.json()).tokens;
}

const collectionPage = z.object({
  collections: z.array(z.looseObject({ address: z.string().optional(), id: z.string().optional() })),
});

/** The collection addresses in the marketplace's own list, where it reports one. */
export async function listedCollections({ marketplace }: BotWorld): Promise<readonly string[]> {
  const answer = await fetch(`${marketplace.url}/api/collections?limit=100&page=1`);
  return collectionPage
    .parse(await answer.json())
    .collections.flatMap(({ address, id }) => address ?? id ?? []);
}

/** The first token that satisfies the condition. */
export function findToken(
  tokens: readonly ReportedToken[],
  isWanted: (token: ReportedToken) => boolean,
): ReportedToken {
  const found = tokens.find(isWanted);
  if (found === undefined) throw new Error('There is no such token.');
  return found;
}

export function hasTrait({ attributes }: ReportedToken, type: string, value: string): boolean {
  return attributes.some((trait) => trait.trait_type === type && trait.value === value);
}
