import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Address } from '../../domain/address.ts';
import { type MarketAlert, type ToldToken, tokensOf } from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import { GavelError } from '../../domain/errors.ts';
import type { Lacking } from '../../domain/lacking.ts';
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
/** Before tokens that a rule needs are asked for again. */
const PAUSES_MS = [250, 500, 1_000];

/** What `enrich` needs of others. */
export interface EnrichDeps {
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Alerts of which every token is needed, because a rule asks for ranks or traits; they also come first. */
  readonly readsTokens?: (alert: MarketAlert) => boolean;
}

/** The tokens that a rule asks for, and others that make an alert nicer; each once. */
interface Wanted {
  readonly needed: readonly ToldToken[];
  readonly nice: readonly ToldToken[];
}

function wantedTokens(alerts: readonly MarketAlert[], readsTokens: (alert: MarketAlert) => boolean): Wanted {
  const isNeeded = new Set(alerts.filter(readsTokens));
  const once = (tokens: readonly ToldToken[]) =>
    new Map(tokens.map((token) => [tokenKey(token.collection, token.tokenId), token]));
  const must = once([...isNeeded].flatMap(tokensOf));
  const others = alerts.filter((alert) => !isNeeded.has(alert));
  const may = once(others.flatMap((alert) => tokensOf(alert).slice(0, FIRST_TOKENS)));
  const needed = [...must.values()].slice(0, MOST_TOKENS);
  const nice = [...may].filter(([key]) => !must.has(key)).map(([, token]) => token);
  return { needed, nice: nice.slice(0, Math.min(MOST_NICE_TOKENS, MOST_TOKENS - needed.length)) };
}

/** Alerts with what was looked up of them. */
export interface LookedUp {
  readonly alerts: readonly MarketAlert[];
  /** What could not be looked up of one of them. */
  lackingOf(alert: MarketAlert): Lacking;
}

/** Whether asking once more may help: the marketplace did not answer, or not with what can be read. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof GavelError &&
    (error.code === 'MARKETPLACE_UNAVAILABLE' || error.code === 'MARKETPLACE_BAD_RESPONSE')
  );
}

/**
 * Adds what the feed does not tell: of tokens name, picture, rank and traits (and an auctioned one's last price), of
 * collections the floor and whether a price is a record. Each token and each collection is asked for once, within three
 * seconds; a token that a rule needs, and of which the marketplace gave no answer, again while there is time. What it does
 * not give in time is told as the feed told it, with no claim about floor or record, and rules that ask for it wait.
 *
 * Rejects only when `signal` aborts.
 */
export async function lookUp(
  alerts: readonly MarketAlert[],
  { tokens, collections, log, signal: stopping, readsTokens = () => false }: EnrichDeps,
): Promise<LookedUp> {
  const { needed, nice } = wantedTokens(alerts, readsTokens);
  const measured = [...new Set(alerts.flatMap(measuredCollections))];
  const found = new Map<string, Token>();
  const worths = new Map<Address, Worth>();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]);
  let failure: unknown = null;
  const { promise: overdue, reject: giveUp } = Promise.withResolvers<never>();
  overdue.catch(() => undefined);
  signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });

  /** Says whether it is worth another attempt. */
  async function attempt(request: () => Promise<void>): Promise<boolean> {
    try {
      signal.throwIfAborted();
      // A lookup that others wait for as well goes on by itself, whoever called it off; nobody here waits for it.
      await Promise.race([request(), overdue]);
      return false;
    } catch (error) {
      failure ??= error;
      return !signal.aborted && isPassing(error);
    }
  }

  /** The ones that are worth another attempt. */
  async function findAll(wanted: readonly ToldToken[]): Promise<readonly ToldToken[]> {
    const open: ToldToken[] = [];
    await inTurns(wanted, AT_ONCE, async (token) => {
      const { collection, tokenId } = token;
      const again = await attempt(async () => {
        found.set(tokenKey(collection, tokenId), await tokens.find(collection, tokenId, { signal }));
      });
      if (again) open.push(token);
    });
    return open;
  }

  async function findNeeded(): Promise<void> {
    let open = new Set(await findAll([...needed, ...nice]));
    for (const pause of PAUSES_MS) {
      open = new Set(needed.filter((token) => open.has(token)));
      if (open.size === 0) return;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      open = new Set(await findAll([...open]));
    }
  }

  await Promise.all([
    findNeeded(),
    inTurns(measured.slice(0, MOST_COLLECTIONS), AT_ONCE, async (collection) => {
      await attempt(async () => {
        worths.set(collection, await collections.worth(collection, { signal }));
      });
    }),
  ]);
  stopping.throwIfAborted();
  const of = needed.length + nice.length + measured.length;
  const missing = of - found.size - worths.size;
  if (missing > 0) log.info({ missing, of, err: failure }, 'some alerts are told without all details');
  return {
    alerts: alerts.map((alert) => withFacts(alert, { tokens: found, worths })),
    lackingOf: (alert) => ({
      tokens: tokensOf(alert)
        .map(({ collection, tokenId }) => tokenKey(collection, tokenId))
        .filter((key) => !found.has(key)),
      collections: measuredCollections(alert).filter((collection) => !worths.has(collection)),
    }),
  };
}

/** `lookUp` for who does not mind what is lacking. */
export async function enrich(
  alerts: readonly MarketAlert[],
  deps: EnrichDeps,
): Promise<readonly MarketAlert[]> {
  return (await lookUp(alerts, deps)).alerts;
}
