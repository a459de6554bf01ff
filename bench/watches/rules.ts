import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfAuction, ruleOfCollection, ruleOfToken, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Market } from '../match/market.ts';
import type { RunningAuction } from './auctions.ts';

const WALLET_WATCHES = ['bought', 'sold', 'outbid', 'won', 'bid_received', 'offer_received'] as const;
const AUCTION_WATCHES = ['bid', 'ended'] as const;

const oneOf = <T>(all: readonly T[], market: Market): T => {
  const found = all[market.below(all.length)];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
};

/** Tokens (30 %), collections (20 %), wallets (30 %), auctions (20 %: every fifth of them the one that everybody looks at). */
function someWatch(market: Market, auctions: readonly RunningAuction[]): Rule {
  const chance = market.random();
  const collection = market.collection();
  if (chance < 0.3) {
    const token = { collection, tokenId: String(market.below(10_000)) };
    return market.random() < 0.5
      ? ruleOfToken({ ...token, when: 'sold' })
      : ruleOfToken({ ...token, when: 'listed', below: market.price() });
  }
  if (chance < 0.5)
    return ruleOfCollection({ collection, when: 'listed_below', price: market.price() / 20n });
  if (chance < 0.8) return ruleOfWallets({ wallets: [market.wallet()], when: oneOf(WALLET_WATCHES, market) });
  const hot = auctions.slice(0, market.random() < 0.2 ? 1 : auctions.length);
  const { auction, collection: of, tokenId } = oneOf(hot, market);
  return ruleOfAuction({ auction, collection: of, tokenId, when: oneOf(AUCTION_WATCHES, market) });
}

/** Active watches, as many for each person. */
export function makeWatches(
  market: Market,
  auctions: readonly RunningAuction[],
  { people, each }: { readonly people: number; readonly each: number },
): readonly Subscription[] {
  return Array.from({ length: people * each }, (_, at) => {
    const userId = String(700_000_000_000_000_000n + BigInt(Math.floor(at / each)));
    const target = personTarget(userId);
    return {
      ...someWatch(market, auctions),
      id: at + 1,
      guildId: target,
      channelId: target,
      createdBy: userId,
      createdAt: 0,
      pausedAt: null,
      lastMatchAt: null,
      lastPostAt: null,
    };
  });
}
