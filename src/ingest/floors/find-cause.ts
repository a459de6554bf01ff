import type { Logger } from 'pino';
import { withToken } from '#src/alerts/details.ts';
import { pricedItem } from '#src/alerts/detect/feed-event.ts';
import type { FloorCrossing } from '#src/alerts/floors/floor-progress.ts';
import type { FloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import type { Address } from '#src/chain/address.ts';
import type { Activity } from '#src/marketplace/model/activity.ts';
import type { Page } from '#src/marketplace/model/page.ts';
import type { TokenSource } from '../sources.ts';

/** The newest records of the feed. */
export interface RecordSource {
  activities(
    query: { readonly limit: number },
    options: { readonly signal: AbortSignal; readonly asLookup: true },
  ): Promise<Page<Activity>>;
}

export interface CauseDeps {
  readonly records: RecordSource;
  readonly tokens: TokenSource;
  readonly log: Logger;
}

type Cause = NonNullable<FloorAlert['cause']>;

const RECORDS = 100;
/**
 * So much earlier than the floor was read may be what is older than it, seconds: the marketplace keeps floors for
 * minutes.
 */
const RECORDED_BEFORE = 15 * 60;

/**
 * The record that made the floor: of a fall the listing for exactly that, of a rise the sale of what was the floor
 * before.
 */
function findRecord(
  records: readonly Activity[],
  collection: Address,
  { way, floor, from }: FloorCrossing,
): (Activity & { readonly tokenId: string }) | null {
  const isFall = way === 'below' || way === 'fell';
  const price = isFall ? floor : from.floor;
  const kinds: readonly string[] = isFall ? ['listing', 'listing_updated'] : ['sale'];
  for (const one of records) {
    const { kind, tokenId, quantity, currency, timestamp } = one;
    const isSame = one.collection === collection && one.price === price && kinds.includes(kind);
    const isPlain = quantity === 1n && currency === null && !one.reverted;
    if (isSame && isPlain && tokenId !== null && (timestamp ?? 0) >= from.at - RECORDED_BEFORE)
      return { ...one, tokenId };
  }
  return null;
}

/**
 * What made a floor, if the newest records of the feed have it. Resolves to `null` where they do not, or the
 * marketplace does not answer: the alert says less then.
 */
export async function findCause(
  collection: Address,
  crossing: FloorCrossing,
  { records, tokens, log }: CauseDeps,
  signal: AbortSignal,
): Promise<Cause | null> {
  const isFall = crossing.way === 'below' || crossing.way === 'fell';
  function unknown(error: unknown): null {
    signal.throwIfAborted();
    log.debug({ err: error, collection }, 'cause of a floor change not read');
    return null;
  }
  const page = await records.activities({ limit: RECORDS }, { signal, asLookup: true }).catch(unknown);
  const record = findRecord(page?.items ?? [], collection, crossing);
  if (record === null) return null;
  const token = await tokens.find(collection, record.tokenId, { signal }).catch(unknown);
  const item = pricedItem({ activity: record, collection, tokenId: record.tokenId });
  const details = { token: () => token, prices: () => null };
  return { what: isFall ? 'listed' : 'sold', item: withToken(item, details) };
}
