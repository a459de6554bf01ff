import type { Address } from './address.ts';
import type { Attribute, Rarity } from './token.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** What a channel can subscribe to. */
export type AlertKind = 'sale';

/** One token that changed hands for a price. */
export interface SoldItem {
  readonly collection: Address;
  readonly collectionName: string | null;
  readonly tokenId: TokenId;
  readonly tokenName: string | null;
  readonly image: string | null;
  readonly rarity: Rarity | null;
  readonly attributes: readonly Attribute[];
  /** Total price of the item in the smallest unit of `currency`; `null` where the marketplace did not tell it. */
  readonly price: Wei | null;
  /** The contract of the coin that the price is in; `null` is the chain's own coin. */
  readonly currency: Address | null;
  readonly seller: Address | null;
  /** Units sold, more than 1 only for an ERC1155. */
  readonly quantity: bigint;
}

interface AlertBase {
  readonly kind: AlertKind;
  /** Names the alert for ever: the same events always make the same key. */
  readonly key: string;
  readonly buyer: Address | null;
  readonly txHash: string | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
}

/** One token sold. */
export interface SaleAlert extends AlertBase {
  readonly type: 'sale';
  readonly item: SoldItem;
}

/** Three or more tokens bought by one buyer in one transaction, told once. */
export interface SweepAlert extends AlertBase {
  readonly type: 'sweep';
  readonly items: readonly SoldItem[];
}

/** Something worth telling. */
export type Alert = SaleAlert | SweepAlert;

/** The items that an alert tells of, one or many. */
export function itemsOf(alert: Alert): readonly SoldItem[] {
  return alert.type === 'sale' ? [alert.item] : alert.items;
}

/** The alert with each of its items put through `change`. */
export function mapItems(alert: Alert, change: (item: SoldItem) => SoldItem): Alert {
  return alert.type === 'sale'
    ? { ...alert, item: change(alert.item) }
    : { ...alert, items: alert.items.map(change) };
}
