import { type BundleAlert, newBundleAlert } from '../kinds/bundle.ts';
import type { ListingTerms } from '../kinds/listing-terms.ts';
import { alertToken, type FeedEvent, pricedTotal, type TokenEvent } from './feed-event.ts';

const isTokenEvent = (event: FeedEvent): event is TokenEvent => event.tokenId !== null;

/**
 * Builds the alert for a joint listing of several tokens, or for an offer for all of them; `null` for an event about
 * one token.
 * @param terms terms of a listing, with its price at the time
 */
export function bundleAlert(
  topic: BundleAlert['topic'],
  events: readonly FeedEvent[],
  terms: ListingTerms & Partial<Pick<BundleAlert, 'price'>> = {},
): BundleAlert | null {
  const [first] = events;
  if (first?.bundle === undefined) return null;
  return newBundleAlert({
    topic,
    key: `${topic}:${first.key}`,
    liveKey: null,
    tokens: events.filter(isTokenEvent).map(alertToken),
    ...pricedTotal(first.bundle),
    ...terms,
    floor: null,
    by: first.bundle.from,
    txHash: first.bundle.txHash,
    occurredAt: first.occurredAt,
  });
}
