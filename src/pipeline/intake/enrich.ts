import type { Logger } from 'pino';
import type { Address } from '../../domain/address.ts';
import { type MarketAlert, type ToldToken, tokensOf } from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import type { Worth } from '../../domain/price-story.ts';
import type { Token } from '../../domain/token.ts';
import type { CollectionSource, TokenSource } from '../ports.ts';
import { inTurns } from './in-turns.ts';
import { measuredCollections, withFacts } from './told-facts.ts';

/** How long a tick waits for names, pictures, ranks and floors: an alert without them is better than a late one. */
const PATIENCE_MS = 3_000;
/** Of a sweep or a move of many tokens so many are looked up; a message has no room for more. */
const FIRST_TOKENS = 10;
/** So many tokens are looked up for one look at most: after a downtime the marketplace is not stormed. */
const MOST_TOKENS = 500;
/**
 * Of tokens that no filter asks for so many: more than this comes in a burst, of which channels are told in summaries that
 * show no tokens, and all others would wait for it.
 */
const MOST_NICE_TOKENS = 64;
const MOST_COLLECTIONS = 100;
/** Lookups under way at a time, of tokens and of collections each. */
const AT_ONCE = 16;

/** What `enrich` needs of others. */
export interface EnrichDeps {
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Alerts of which every token is needed, because a rule asks for ranks or traits; they also come first. */
  readonly readsTokens?: (alert: MarketAlert) => boolean;
}

function wantedTokens(
  alerts: readonly MarketAlert[],
  readsTokens: (alert: MarketAlert) => boolean,
): readonly ToldToken[] {
  const [needed, nice] = [true, false].map((isNeeded) =>
    alerts
      .filter((alert) => readsTokens(alert) === isNeeded)
      .flatMap((alert) => (isNeeded ? tokensOf(alert) : tokensOf(alert).slice(0, FIRST_TOKENS))),
  );
  const once = (tokens: readonly ToldToken[]) =>
    new Map(tokens.map((token) => [tokenKey(token.collection, token.tokenId), token]));
  const must = once(needed ?? []);
  const may = [...once(nice ?? [])].filter(([key]) => !must.has(key)).slice(0, MOST_NICE_TOKENS);
  return [...must.values(), ...may.map(([, token]) => token)];
}

/**
 * Adds what the feed does not tell: of tokens name, picture, rank and traits (and an auctioned one's last price), of
 * collections the floor and whether a price is a record. Each token and each collection is asked for once, within three
 * seconds. What the marketplace does not give in time is told as the feed told it, with no claim about floor or record.
 *
 * Rejects only when `signal` aborts.
 */
export async function enrich(
  alerts: readonly MarketAlert[],
  { tokens, collections, log, signal: stopping, readsTokens = () => false }: EnrichDeps,
): Promise<readonly MarketAlert[]> {
  const wanted = wantedTokens(alerts, readsTokens);
  const measured = [...new Set(alerts.flatMap(measuredCollections))];
  const found = new Map<string, Token>();
  const worths = new Map<Address, Worth>();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]);
  let failure: unknown = null;

  async function attempt(lookUp: () => Promise<void>): Promise<void> {
    try {
      signal.throwIfAborted();
      await lookUp();
    } catch (error) {
      failure ??= error;
    }
  }

  await Promise.all([
    inTurns(wanted.slice(0, MOST_TOKENS), AT_ONCE, ({ collection, tokenId }) =>
      attempt(async () => {
        const token = await tokens.find(collection, tokenId, { signal });
        found.set(tokenKey(collection, tokenId), token);
      }),
    ),
    inTurns(measured.slice(0, MOST_COLLECTIONS), AT_ONCE, (collection) =>
      attempt(async () => {
        worths.set(collection, await collections.worth(collection, { signal }));
      }),
    ),
  ]);
  stopping.throwIfAborted();
  const missing = wanted.length - found.size + measured.length - worths.size;
  if (missing > 0) {
    const of = wanted.length + measured.length;
    log.info({ missing, of, err: failure }, 'some alerts are told without all details');
  }
  return alerts.map((alert) => withFacts(alert, { tokens: found, worths }));
}
