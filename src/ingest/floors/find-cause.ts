import type { Logger } from 'pino';
import { withToken } from '#src/alerts/details.ts';
import { pricedItem } from '#src/alerts/detect/feed-event.ts';
import type { FloorCrossing } from '#src/alerts/floors/floor-progress.ts';
import type { FloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import type { Address } from '#src/chain/address.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
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
/** How much older than the floor reading its cause may be, seconds. The marketplace caches floors for minutes. */
const RECORDED_BEFORE = 15 * 60;

/**
 * Returns the record that changed the floor: a listing for exactly the new floor, or the sale of the item that was the
 * old floor.
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
 * Finds what changed a floor among the newest records of the feed. Resolves to `null` if there is none or the
 * marketplace does not answer; the alert then omits the cause.
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
