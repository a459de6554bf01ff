import type { Address } from '../../domain/address.ts';
import type { Token } from '../../domain/token.ts';
import type { TokenId } from '../../domain/token-id.ts';
import type { MarketplaceClient } from '../client.ts';
import { deadline } from '../deadline.ts';
import { BadResponse, Unavailable } from '../errors.ts';
import type { TokenFinder } from '../token-finder.ts';

/** How long somebody waits for one token: for the endpoint, and for that and the list together, ms. */
interface Patience {
  readonly endpointMs: number;
  readonly wholeMs: number;
}

/** A marketplace that hangs is given up after as long as any other lookup, whatever is asked for the token. */
const USUAL_PATIENCE: Patience = { endpointMs: 4_000, wholeMs: 10_000 };

/** The token endpoint's answer; `null` where there is none or it is of no use, as the list may still know. */
async function askDirectly(
  client: Pick<MarketplaceClient, 'token'>,
  collection: Address,
  tokenId: TokenId,
  options: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<Token | null> {
  using limit = deadline(options.patienceMs, options.signal);
  try {
    return await client.token(collection, tokenId, { signal: limit.signal });
  } catch (error) {
    if (error instanceof Unavailable || error instanceof BadResponse) return null;
    throw error;
  }
}

/**
 * One token as it is now: from the token endpoint where the deployment has one, else from the list.
 * @throws Unavailable when the marketplace does not answer in time, NotFound when the collection has no such token, and whatever the client throws
 */
export async function findFreshToken(
  deps: {
    readonly client: Pick<MarketplaceClient, 'token'>;
    readonly finder: Pick<TokenFinder, 'find'>;
    readonly patience?: Patience;
  },
  collection: Address,
  tokenId: TokenId,
  signal: AbortSignal,
): Promise<Token> {
  const { client, finder, patience = USUAL_PATIENCE } = deps;
  using limit = deadline(patience.wholeMs, signal);
  const asking = { signal: limit.signal, patienceMs: patience.endpointMs };
  const direct = await askDirectly(client, collection, tokenId, asking);
  limit.signal.throwIfAborted();
  return direct ?? (await finder.find(collection, tokenId, { signal: limit.signal, fresh: true }));
}
