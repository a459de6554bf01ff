import type { Logger } from 'pino';
import { type Alert, itemsOf, mapItems, type SoldItem } from '../../domain/alert.ts';
import type { Token } from '../../domain/token.ts';
import type { TokenSource } from '../ports.ts';

/** How long a tick waits for names, pictures and ranks: an alert without them is better than a late one. */
const PATIENCE_MS = 3_000;

function tokenKey(item: SoldItem): string {
  return `${item.collection}-${item.tokenId}`;
}

function withFacts(item: SoldItem, token: Token): SoldItem {
  return {
    ...item,
    collectionName: item.collectionName ?? token.collectionName,
    tokenName: token.name ?? item.tokenName,
    image: token.image ?? item.image,
    rarity: token.rarity,
    attributes: token.attributes,
  };
}

/**
 * Adds what the feed does not tell of the tokens: name, picture, rarity, traits. A token that the marketplace does not
 * give in time is told with what the feed said.
 */
export async function enrich(
  alerts: readonly Alert[],
  deps: { readonly tokens: TokenSource; readonly log: Logger; readonly signal: AbortSignal },
): Promise<readonly Alert[]> {
  const { tokens, log } = deps;
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const wanted = new Map(alerts.flatMap(itemsOf).map((item) => [tokenKey(item), item]));
  const found = new Map<string, Token>();
  const failures = (
    await Promise.all(
      [...wanted].map(async ([key, item]) => {
        try {
          found.set(key, await tokens.find(item.collection, item.tokenId, { signal }));
          return null;
        } catch (error) {
          return error;
        }
      }),
    )
  ).filter((error) => error !== null);
  deps.signal.throwIfAborted();
  if (failures.length > 0) {
    log.info(
      { missing: failures.length, of: wanted.size, err: failures[0] },
      'some tokens are told without details',
    );
  }
  return alerts.map((alert) =>
    mapItems(alert, (item) => {
      const token = found.get(tokenKey(item));
      return token === undefined ? item : withFacts(item, token);
    }),
  );
}
