import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { MarketplaceClient } from '../client.ts';
import { deadline } from '../deadline.ts';
import { BadResponse, Unavailable } from '../errors.ts';
import type { Token } from '../resources/token.ts';
import type { TokenFinder } from '../token-finder.ts';

/** Timeouts for one token: for the token endpoint, and in total with the list, ms. */
interface TokenTimeouts {
  readonly endpointMs: number;
  readonly totalMs: number;
}

/** The total is that of any other lookup, regardless of the number of requests. */
const DEFAULT_TIMEOUTS: TokenTimeouts = { endpointMs: 4_000, totalMs: 10_000 };

/**
 * Reads the token endpoint's answer; `null` if it is missing or unusable, because the list may still contain the token.
 */
async function fetchFromEndpoint(
  client: Pick<MarketplaceClient, 'token'>,
  collection: Address,
  tokenId: TokenId,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Token | null> {
  using limit = deadline(options.timeoutMs, options.signal);
  try {
    return await client.token(collection, tokenId, { signal: limit.signal });
  } catch (error) {
    if (error instanceof Unavailable || error instanceof BadResponse) return null;
    throw error;
  }
}

/**
 * Finds the current state of one token: from the token endpoint if the deployment has one, else from the list.
 * @throws Unavailable if the marketplace does not answer in time, NotFound if the collection has no such token; errors
 * of the client
 */
export async function findFreshToken(
  deps: {
    readonly client: Pick<MarketplaceClient, 'token'>;
    readonly finder: Pick<TokenFinder, 'find'>;
    readonly timeouts?: TokenTimeouts;
  },
  collection: Address,
  tokenId: TokenId,
  signal: AbortSignal,
): Promise<Token> {
  const { client, finder, timeouts = DEFAULT_TIMEOUTS } = deps;
  using limit = deadline(timeouts.totalMs, signal);
  const request = { signal: limit.signal, timeoutMs: timeouts.endpointMs };
  const direct = await fetchFromEndpoint(client, collection, tokenId, request);
  limit.signal.throwIfAborted();
  return direct ?? (await finder.find(collection, tokenId, { signal: limit.signal, fresh: true }));
}
