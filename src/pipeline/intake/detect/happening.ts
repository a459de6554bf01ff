import type { Activity } from '../../../domain/activity.ts';
import type { Address } from '../../../domain/address.ts';
import type { MarketAlert, SoldItem, ToldToken } from '../../../domain/alert.ts';
import type { TokenId } from '../../../domain/token-id.ts';
import type { Trade } from '../../../domain/trade.ts';

/** A new record that is news: it says of what it tells, and happened lately. */
export interface Happening {
  /** Where it stands among all of the look, in the order in which it happened. */
  readonly position: number;
  readonly key: string;
  readonly activity: Activity;
  readonly collection: Address;
  /** Epoch seconds. */
  readonly occurredAt: number;
}

/** One that tells of a token. */
export interface TokenHappening extends Happening {
  readonly tokenId: TokenId;
}

/** An alert, where it belongs among the others, and the trades that it tells, in the order of its items. */
export interface Finding {
  readonly position: number;
  readonly alert: MarketAlert;
  readonly trades: readonly Trade[];
  /** The first keys of the records that it tells. */
  readonly records: readonly string[];
}

/** What the record itself tells of its token. */
export function toldToken({ activity, collection, tokenId }: TokenHappening): ToldToken {
  return {
    collection,
    collectionName: activity.collectionName,
    tokenId,
    tokenName: activity.tokenName,
    image: activity.image,
    rarity: null,
    attributes: [],
    quantity: activity.quantity,
  };
}

/** The coin as a field, and no field without: what is written is held against what is read back. */
export function coinOf({ activity: { coin } }: Pick<Happening, 'activity'>): Pick<SoldItem, 'coin'> {
  return coin === undefined ? {} : { coin };
}

/** The token with its price and who parts with it. */
export function pricedItem(happening: TokenHappening): SoldItem {
  const { price, currency, from } = happening.activity;
  return { ...toldToken(happening), price, currency, ...coinOf(happening), seller: from, story: null };
}

/** The record that names a group for ever, whatever the order in which a page shows them: the first by the text of its key. */
export function namesake(group: readonly Happening[]): string {
  return group.map(({ key }) => key).reduce((first, key) => (key < first ? key : first));
}
