import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { bareToken } from '../details.ts';
import type { AlertBase } from '../kinds/alert-base.ts';
import type { AlertToken, SoldItem } from '../kinds/parts.ts';
import { singleTokens } from '../single-tokens.ts';
import type { Trade } from '../trade.ts';

/** A new record that is complete and recent enough to be announced. */
export interface FeedEvent {
  /** Position among all records of the poll, in chronological order. */
  readonly position: number;
  readonly key: string;
  readonly activity: Activity;
  readonly collection: Address;
  /** `null` for an event about the whole collection. */
  readonly tokenId: TokenId | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** The record of several tokens that `activity` was split from. */
  readonly bundle?: Activity | undefined;
}

/** An event about a token. */
export interface TokenEvent extends FeedEvent {
  readonly tokenId: TokenId;
}

/** The part of an event that describes a token. */
type RecordedToken = Pick<TokenEvent, 'activity' | 'collection' | 'tokenId'>;

/** An alert with its position among the others, and its trades in the order of its items. */
export interface DetectedAlert<A extends AlertBase> {
  readonly position: number;
  readonly alert: A;
  readonly trades: readonly Trade[];
  /** The first keys of its records. */
  readonly records: readonly string[];
}

/** Returns the events of a record, one per token; none without a collection. */
export function eventsOf(
  record: Activity,
  chain: Pick<FeedEvent, 'position' | 'occurredAt'>,
): readonly FeedEvent[] {
  const bundle = record.bundle === undefined ? {} : { bundle: record };
  return singleTokens(record).flatMap((activity): FeedEvent[] => {
    const { collection, tokenId } = activity;
    return collection === null
      ? []
      : [{ ...chain, key: record.keys[0], activity, collection, tokenId, ...bundle }];
  });
}

/** Builds the token as far as the record describes it. */
export function alertToken({ activity, collection, tokenId }: RecordedToken): AlertToken {
  const { collectionName, tokenName, image, quantity } = activity;
  return { ...bareToken({ collection, tokenId, quantity }), collectionName, tokenName, image };
}

/**
 * Returns the coin as an optional property. It is absent instead of `undefined`, so that alerts are equal before
 * writing and after reading.
 */
export function coinOf({ activity: { coin } }: Pick<FeedEvent, 'activity'>): Pick<SoldItem, 'coin'> {
  return coin === undefined ? {} : { coin };
}

/** Returns the token with its price and seller. */
export function pricedItem(event: RecordedToken): SoldItem {
  const { price, currency, from } = event.activity;
  return { ...alertToken(event), price, currency, ...coinOf(event), seller: from, priceContext: null };
}

/** Returns the price of a record for all of its tokens. */
export function pricedTotal(record: Activity): Pick<SoldItem, 'price' | 'currency' | 'coin'> {
  const { price, currency } = record;
  return { price, currency, ...coinOf({ activity: record }) };
}

/** Returns the stable key of a group: the smallest record key, so that the order of its records does not matter. */
export function groupKey(group: readonly FeedEvent[]): string {
  return group.map(({ key }) => key).reduce((first, key) => (key < first ? key : first));
}

/**
 * Builds an alert for each group of events, without trades.
 * @param groupOf equal for the events of one alert
 */
export function alertOfEachGroup<Event extends FeedEvent, A extends AlertBase>(
  events: readonly Event[],
  groupOf: (event: Event) => string,
  build: (group: readonly Event[], first: Event) => A,
): readonly DetectedAlert<A>[] {
  return [...Map.groupBy(events, groupOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const records = group.map(({ key }) => key);
    return [{ position: first.position, alert: build(group, first), trades: [], records }];
  });
}
