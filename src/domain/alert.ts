import type { Address } from './address.ts';
import type { AuctionAlertKind } from './alert-kind.ts';
import type { AuctionStatus } from './auction.ts';
import type { Attribute, Rarity } from './token.ts';
import type { TokenId } from './token-id.ts';
import type { Currency, Wei } from './wei.ts';

/** A token that an alert tells of, with what is known of it. */
export interface ToldToken {
  readonly collection: Address;
  readonly collectionName: string | null;
  readonly tokenId: TokenId;
  readonly tokenName: string | null;
  readonly image: string | null;
  readonly rarity: Rarity | null;
  readonly attributes: readonly Attribute[];
  /** Units, more than 1 only for an ERC1155. */
  readonly quantity: bigint;
}

/** What a price is measured against; every part is `null` where it is not known. Amounts in the chain's own coin. */
export interface PriceStory {
  /** What the seller had paid for it, and when (epoch seconds). */
  readonly bought: { readonly price: Wei; readonly at: number } | null;
  /** What it was last sold for before, by whomever, and when (epoch seconds). */
  readonly last: { readonly price: Wei; readonly at: number } | null;
  /** The collection's floor as the marketplace told it; minutes old at most. */
  readonly floor: Wei | null;
  /** The highest price that anything of the collection was ever sold for. */
  readonly record: boolean;
}

/** One token that changed hands for a price. */
export interface SoldItem extends ToldToken {
  /** Total price of the item in the smallest unit of `currency`; `null` where the marketplace did not tell it. */
  readonly price: Wei | null;
  /** The contract of the coin that the price is in; `null` is the chain's own coin. */
  readonly currency: Address | null;
  /** How amounts of `currency` are written, where the record tells; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
  readonly seller: Address | null;
  readonly story: PriceStory | null;
}

interface AlertBase {
  /** Names the alert for ever: the same events always make the same key. */
  readonly key: string;
  /**
   * What a live message shows: the message of this alert is edited when the topic changes (`domain/topic.ts`).
   * `null` for what is told once and stays as it is.
   */
  readonly topic: string | null;
  readonly txHash: string | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
}

/** One token sold. */
export interface SaleAlert extends AlertBase {
  readonly type: 'sale';
  readonly kind: 'sale';
  readonly item: SoldItem;
  readonly buyer: Address | null;
}

/** Three or more tokens bought by one buyer in one transaction, told once. */
export interface SweepAlert extends AlertBase {
  readonly type: 'sweep';
  readonly kind: 'sale';
  readonly items: readonly SoldItem[];
  readonly buyer: Address | null;
}

/** One token traded again and again between the same two wallets: one live message that counts. */
export interface StormAlert extends AlertBase {
  readonly type: 'storm';
  readonly kind: 'sale';
  /** The latest trade. */
  readonly item: SoldItem;
  readonly buyer: Address | null;
  /** The two wallets, in the order of their text. */
  readonly wallets: readonly [Address, Address];
  /** Trades since `since` (epoch seconds), the ones told by themselves included. */
  readonly count: number;
  readonly since: number;
  /** Of those in the chain's own coin, wei. */
  readonly volume: Wei;
}

/** A token put up for sale. */
export interface ListingAlert extends AlertBase {
  readonly type: 'listing';
  readonly kind: 'listing';
  /** `price` is what is asked. */
  readonly item: SoldItem;
}

/** Somebody offers to buy a token, or any token of a collection. */
export interface OfferAlert extends AlertBase {
  readonly type: 'offer';
  readonly kind: 'offer';
  readonly collection: Address;
  readonly collectionName: string | null;
  /** `null` for an offer on the whole collection. */
  readonly token: ToldToken | null;
  /** Of the whole offer, in the smallest unit of `currency`. */
  readonly price: Wei | null;
  readonly currency: Address | null;
  /** How amounts of `currency` are written, where the record tells; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
  readonly quantity: bigint;
  readonly bidder: Address | null;
  readonly floor: Wei | null;
}

/** Tokens that changed hands without a price, or came into being: all that one transaction moved between two wallets. */
export interface MoveAlert extends AlertBase {
  readonly type: 'move';
  readonly kind: 'transfer' | 'mint';
  /** At least one. */
  readonly tokens: readonly ToldToken[];
  readonly from: Address | null;
  readonly to: Address | null;
  /** What a mint cost together, where that is told; wei. */
  readonly price: Wei | null;
  readonly currency: Address | null;
  /** How amounts of `currency` are written, where the record tells; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
}

/** An auction at one moment of its life, or as it stands now. */
export interface AuctionAlert extends AlertBase {
  readonly type: 'auction';
  readonly kind: AuctionAlertKind;
  /** The marketplace's unique id of the auction. */
  readonly auction: string;
  /** Number within its contract, by which `/auction show` finds it. */
  readonly auctionId: string | null;
  readonly token: ToldToken;
  readonly seller: Address | null;
  readonly startingPrice: Wei | null;
  /** Epoch seconds. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  /** As it stood when this was written. */
  readonly status: AuctionStatus;
  readonly leader: Address | null;
  readonly highestBid: Wei | null;
  readonly bidCount: number;
  /** Who led before the leader did; the leader's own wallet when it raised itself, `null` for a first bid. */
  readonly outbid: Address | null;
  /** The latest ones, newest first, at most 5. */
  readonly latestBids: readonly {
    readonly bidder: Address | null;
    readonly amount: Wei;
    readonly at: number | null;
  }[];
  /** How often its end was moved since it is watched. */
  readonly extensions: number;
  readonly finalizedAt: number | null;
  /** What the result is measured against. */
  readonly floor: Wei | null;
  readonly lastPrice: Wei | null;
  /** For `auction_ending`: the lead times, in minutes, that came due with it; empty for every other kind. */
  readonly leads: readonly number[];
}

/** Told to those who set a channel up, in another place, when Discord refuses the bot there. Nobody subscribes to it. */
export interface NoticeAlert extends AlertBase {
  readonly type: 'notice';
  readonly kind: 'notice';
  /** The channel that takes no alerts any more. */
  readonly channelId: string;
  /** Discord's JSON error code. */
  readonly code: number;
  /** The permissions that the bot lacks there, as Discord's settings call them; `null` where that is not known. */
  readonly missing: readonly string[] | null;
  /** Discord user ids of those who set it up, each once. */
  readonly askers: readonly string[];
  /** Alerts that wait there. */
  readonly waiting: number;
}

/** What subscriptions are matched against. */
export type MarketAlert =
  | SaleAlert
  | SweepAlert
  | StormAlert
  | ListingAlert
  | OfferAlert
  | MoveAlert
  | AuctionAlert;

/** Something worth telling. */
export type Alert = MarketAlert | NoticeAlert;

/** The tokens that an alert tells of; none for an offer on a whole collection and for a notice. */
export function tokensOf(alert: Alert): readonly ToldToken[] {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return [alert.item];
    case 'sweep':
      return alert.items;
    case 'offer':
      return alert.token === null ? [] : [alert.token];
    case 'move':
      return alert.tokens;
    case 'auction':
      return [alert.token];
    case 'notice':
      return [];
    default:
      return alert satisfies never;
  }
}

/** The collections that an alert tells of, each once. */
export function collectionsOf(alert: Alert): readonly Address[] {
  if (alert.type === 'offer') return [alert.collection];
  return [...new Set(tokensOf(alert).map(({ collection }) => collection))];
}
