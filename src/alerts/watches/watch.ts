import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import { orderedTopics } from '../canonical-rule.ts';
import { onlyAuction } from '../filters/auction.ts';
import { onlyCollections } from '../filters/collection.ts';
import type { FilterValues } from '../filters/index.ts';
import { ownedBy } from '../filters/owners.ts';
import { pricedUpTo } from '../filters/price.ts';
import { rankedUpTo } from '../filters/rank.ts';
import { onlyTokens } from '../filters/tokens.ts';
import { inRole, type WalletRole } from '../filters/wallet-role.ts';
import { onlyWallets } from '../filters/wallets.ts';
import { type EndingLead, remindedBefore } from '../kinds/auction/ending-lead.ts';
import { AUCTION_TOPIC } from '../kinds/auction/schema.ts';
import { FLOOR_TOPIC, floorDownTo, floorUpTo } from '../kinds/floor/options.ts';
import { listingTopic } from '../kinds/listing.ts';
import { BURN_TOPIC } from '../kinds/move.ts';
import { offerTopic } from '../kinds/offer.ts';
import type { Topic } from '../kinds/registry.ts';
import { saleTopic } from '../kinds/sale.ts';
import type { Rule } from '../subscription.ts';

/** A watched token. `below`: the highest listing price, wei; `null` for any. */
export type TokenWatch = { readonly collection: Address; readonly tokenId: TokenId } & (
  | { readonly when: 'listed'; readonly below: Wei | null }
  | { readonly when: 'sold' | 'auctioned' | 'burned' }
);

/**
 * A watched collection. `price`: of its floor, or the highest of a listing, wei; `rank`: the worst rank of a listed
 * token.
 */
export type CollectionWatch = { readonly collection: Address } & (
  | { readonly when: 'floor_falls' | 'floor_rises' | 'listed_below'; readonly price: Wei }
  | { readonly when: 'listed_rank'; readonly rank: number }
);

/** Watched wallets, the user's own or others'. */
export interface WalletWatch {
  readonly wallets: readonly Address[];
  readonly when: 'bought' | 'sold' | 'outbid' | 'won' | 'bid_received' | 'offer_received';
}

/** A watched auction, by its marketplace id, with its token. `mine`: the user's wallets that may be outbid. */
export type AuctionWatch = {
  readonly auction: string;
  readonly collection: Address;
  readonly tokenId: TokenId;
} & (
  | { readonly when: 'bid' | 'ended' }
  | { readonly when: 'outbid'; readonly mine: readonly Address[] }
  | { readonly when: 'ending'; readonly lead: EndingLead }
);

/** Events that can be watched for a token, a collection, a wallet and an auction, in the order of the questions. */
export const WATCHED = {
  token: ['listed', 'sold', 'auctioned', 'burned'],
  collection: ['floor_falls', 'floor_rises', 'listed_below', 'listed_rank'],
  wallet: ['bought', 'sold', 'outbid', 'won', 'bid_received', 'offer_received'],
  auction: ['bid', 'outbid', 'ending', 'ended'],
} as const satisfies {
  readonly token: readonly TokenWatch['when'][];
  readonly collection: readonly CollectionWatch['when'][];
  readonly wallet: readonly WalletWatch['when'][];
  readonly auction: readonly AuctionWatch['when'][];
};

/** Builds the rule of a watch, which never pings. */
function rule(topics: readonly Topic[], filter: FilterValues): Rule {
  return { topics: orderedTopics(topics), filter, pingRoles: [] };
}

/** Builds the rule for a watched token. */
export function ruleOfToken(watch: TokenWatch): Rule {
  const { when, collection, tokenId } = watch;
  const ofToken = { ...onlyCollections([collection]), ...onlyTokens([tokenId]) };
  switch (when) {
    case 'listed':
      return rule([listingTopic.value], {
        ...ofToken,
        ...(watch.below === null ? {} : pricedUpTo(watch.below)),
      });
    case 'sold':
      return rule([saleTopic.value, AUCTION_TOPIC.ended], ofToken);
    case 'auctioned':
      return rule([AUCTION_TOPIC.started], ofToken);
    case 'burned':
      return rule([BURN_TOPIC], ofToken);
    default:
      return when satisfies never;
  }
}

/** Builds the rule for a watched collection. */
export function ruleOfCollection(watch: CollectionWatch): Rule {
  const { when } = watch;
  const ofCollection = onlyCollections([watch.collection]);
  switch (when) {
    case 'floor_falls':
      return rule([FLOOR_TOPIC], { ...ofCollection, ...floorDownTo(watch.price) });
    case 'floor_rises':
      return rule([FLOOR_TOPIC], { ...ofCollection, ...floorUpTo(watch.price) });
    case 'listed_below':
      return rule([listingTopic.value], { ...ofCollection, ...pricedUpTo(watch.price) });
    case 'listed_rank':
      return rule([listingTopic.value], { ...ofCollection, ...rankedUpTo(watch.rank) });
    default:
      return when satisfies never;
  }
}

/**
 * Builds the rule for watched wallets. Sales include the end of their auctions. Offers received are those for single
 * tokens that one of them owns.
 */
export function ruleOfWallets({ wallets, when }: WalletWatch): Rule {
  const as = (role: WalletRole) => ({ ...onlyWallets(wallets), ...inRole(role) });
  switch (when) {
    case 'bought':
      return rule([saleTopic.value], as('buyer'));
    case 'sold':
      return rule([saleTopic.value, AUCTION_TOPIC.ended], as('seller'));
    case 'outbid':
      return rule([AUCTION_TOPIC.bid], as('outbid'));
    case 'won':
      return rule([AUCTION_TOPIC.ended], as('leader'));
    case 'bid_received':
      return rule([AUCTION_TOPIC.bid], as('seller'));
    case 'offer_received':
      return rule([offerTopic.value], ownedBy(wallets));
    default:
      return when satisfies never;
  }
}

/** Builds the rule for a watched auction. */
export function ruleOfAuction(watch: AuctionWatch): Rule {
  const { when, auction, collection, tokenId } = watch;
  const ofAuction = { ...onlyCollections([collection]), ...onlyTokens([tokenId]), ...onlyAuction(auction) };
  switch (when) {
    case 'bid':
      return rule([AUCTION_TOPIC.bid], ofAuction);
    case 'outbid':
      return rule([AUCTION_TOPIC.bid], {
        ...ofAuction,
        ...onlyWallets(watch.mine),
        ...inRole('outbid'),
      });
    case 'ending':
      return rule([AUCTION_TOPIC.ending], { ...ofAuction, ...remindedBefore(watch.lead) });
    case 'ended':
      return rule([AUCTION_TOPIC.ended, AUCTION_TOPIC.cancelled], ofAuction);
    default:
      return when satisfies never;
  }
}
