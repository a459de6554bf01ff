import type { Logger } from 'pino';
import type { AuctionAlert } from '../../alerts/alert.ts';
import { auctionState } from '../../alerts/auctions/auction-alerts.ts';
import type { TrackedAuction } from '../../alerts/auctions/tracked-auction.ts';
import { AUCTION_TOPIC, isAuction, isBid, nativeIn, resultOf } from '../../alerts/kinds/auction/schema.ts';
import type { MatchedChannel, Matcher } from '../../alerts/matcher.ts';
import { isPerson } from '../../alerts/target.ts';
import { reached } from '../../chain/points.ts';
import type { Wei } from '../../chain/wei.ts';
import type { AddressedAlert, AuctionBatch, Recipient } from '../../store/model/ingest-batch.ts';
import { lookUpDetails } from '../enrich.ts';
import type { CollectionSource, TokenSource } from '../sources.ts';
import { undecidedBy } from '../undecided-by.ts';
import type { TokenDetailsCache } from './token-details-cache.ts';

/** A changed auction and its alerts, in order. */
export interface ChangedAuction {
  readonly tracked: TrackedAuction;
  readonly alerts: readonly AuctionAlert[];
}

/** What `addressAuctions` needs. */
export interface AddressingDeps {
  readonly index: Pick<Matcher, 'mayMatch' | 'match' | 'needsTokens' | 'isUndecided' | 'asksForRole'>;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'collectionPrices'>;
  readonly log: Logger;
  /** Whether a bid of this amount gets its own message in a channel that already shows the auction. */
  readonly shouldPostBid: (channelId: string, amount: Wei) => boolean;
}

const EVENTS = {
  [AUCTION_TOPIC.started]: 'an auction starts',
  [AUCTION_TOPIC.bid]: 'an auction is bid on',
  [AUCTION_TOPIC.ending]: 'an auction is about to end',
  [AUCTION_TOPIC.ended]: 'an auction ends',
  [AUCTION_TOPIC.cancelled]: 'an auction is cancelled',
} as const;

type Addressed = Pick<AuctionBatch, 'tracked' | 'alerts' | 'topics'>;

/** Sorts alerts by time; alerts of one auction keep their order even where the marketplace reports wrong times. */
function sortByTime(changes: readonly ChangedAuction[]): readonly AuctionAlert[] {
  const timed = changes.flatMap(({ alerts }) => {
    let latest = 0;
    return alerts.map((alert) => {
      latest = Math.max(latest, alert.occurredAt);
      return { alert, at: latest };
    });
  });
  return timed.toSorted((a, b) => a.at - b.at).map(({ alert }) => alert);
}

const idsOf = (alerts: readonly AuctionAlert[]): ReadonlySet<string> =>
  new Set(alerts.map(({ auction }) => auction));

/**
 * A bid only edits the message where the channel already shows the auction, unless it is high enough for its own message, or about
 * the wallets of a rule: who is outbid is told so. Of the alerts of an end, a channel gets one, since an end that is decided late may come
 * after the one that confirms it; but a rule that asks for a role gets each. People also get a message if the leader changed after the
 * end.
 */
export function auctionAddressee(
  alert: AuctionAlert,
  { channelId, subscriptionIds }: MatchedChannel,
  {
    index,
    shouldPostBid,
  }: Pick<AddressingDeps, 'shouldPostBid'> & {
    readonly index: Pick<Matcher, 'asksForRole'>;
  },
): Recipient {
  const isHighBid = () => isBid(alert) && shouldPostBid(channelId, nativeIn(alert, alert.highestBid) ?? 0n);
  const isLateChange = isBid(alert) ? resultOf(alert) !== null : alert.confirms === 'other';
  const isTold = () =>
    isHighBid() || (isLateChange && isPerson(channelId)) || subscriptionIds.some(index.asksForRole);
  const skipIfLive = (isBid(alert) || alert.topic === AUCTION_TOPIC.ended) && !isTold();
  return { channelId, subscriptionIds, skipIfLive };
}

/**
 * Matches the alerts to channels. Also returns the state of every auction that was ever posted, because it may have live
 * messages. Tokens are looked up only for alerts that a rule may match and for states that may be displayed.
 */
export async function addressAuctions(
  changes: readonly ChangedAuction[],
  deps: AddressingDeps,
  tokenDetails: TokenDetailsCache,
  signal: AbortSignal,
): Promise<Addressed> {
  const { index, tokens, collections, log } = deps;
  const wanted = sortByTime(changes).filter((alert) => index.mayMatch(alert));
  const mayDisplay = idsOf(wanted);
  const states = changes
    .filter(({ tracked }) => tracked.addressed || mayDisplay.has(tracked.auction.id))
    .map(({ tracked }) => auctionState(tracked));
  const requested = [...wanted, ...states].map(tokenDetails.withCachedDetails);
  const { needsTokens } = index;
  const lookup =
    requested.length === 0
      ? null
      : await lookUpDetails(requested, { tokens, collections, log, signal, needsTokens });
  const detailed = requested.map((alert, position) => {
    const enriched = lookup?.alerts[position];
    return tokenDetails.withEarlierLastPrice(
      enriched !== undefined && isAuction(enriched) ? enriched : alert,
    );
  });

  const startedIds = idsOf(wanted.filter(({ topic }) => topic === AUCTION_TOPIC.started));
  // The alert of the start, posted at the same moment, already shows the end.
  const endsAtStart = ({ topic, auction }: AuctionAlert) =>
    topic === AUCTION_TOPIC.ending && startedIds.has(auction);
  const alerts = detailed.slice(0, wanted.length).flatMap((alert): AddressedAlert[] => {
    const channels = index.match(alert).map((channel) => {
      const recipient = auctionAddressee(alert, channel, deps);
      return endsAtStart(alert) ? { ...recipient, skipIfLive: true } : recipient;
    });
    const undecided = lookup === null ? null : undecidedBy(index, alert, lookup.missingDetailsOf(alert));
    if (channels.length === 0 && undecided === null) return [];
    if (isAuction(alert)) reached(EVENTS[alert.topic]);
    return [{ alert, channels, undecided }];
  });
  const alertedIds = new Set(alerts.flatMap(({ alert }) => (isAuction(alert) ? [alert.auction] : [])));
  const tracked = changes.map((change) =>
    alertedIds.has(change.tracked.auction.id) ? { ...change.tracked, addressed: true } : change.tracked,
  );
  const displayedIds = new Set(tracked.flatMap(({ addressed, auction }) => (addressed ? [auction.id] : [])));
  const topics = detailed.slice(wanted.length).flatMap((state) => {
    if (state.liveKey === null || !displayedIds.has(state.auction)) return [];
    tokenDetails.set(state);
    return [{ key: state.liveKey, state }];
  });
  return { tracked, alerts, topics };
}
