import type { Address } from '../../domain/address.ts';
import type { Token } from '../../domain/token.ts';
import type { TokenId } from '../../domain/token-id.ts';
import type { MarketplaceClient } from '../client.ts';
import { BadResponse, Unavailable } from '../errors.ts';
import type { TokenFinder } from '../token-finder.ts';

/** The token endpoint's answer; `null` where there is none or it is of no use, as the list may still know. */
async function askDirectly(
  client: Pick<MarketplaceClient, 'token'>,
  collection: Address,
  tokenId: TokenId,
  signal: AbortSignal,
): Promise<Token | null> {
  try {
    return await client.token(collection, tokenId, { signal });
  } catch (error) {
    if (error instanceof Unavailable || error instanceof BadResponse) return null;
    throw error;
  }
}

/**
 * One token as it is now: from the token endpoint where the deployment has one, else from the list.
 * @throws NotFound when the collection has no such token, and whatever the client throws
 */
export async function findFreshToken(
  deps: { readonly client: Pick<MarketplaceClient, 'token'>; readonly finder: TokenFinder },
  collection: Address,
  tokenId: TokenId,
  signal: AbortSignal,
): Promise<Token> {
  const direct = await askDirectly(deps.client, collection, tokenId, signal);
  signal.throwIfAborted();
  return direct ?? deps.finder.find(collection, tokenId, { signal, fresh: true });
}
