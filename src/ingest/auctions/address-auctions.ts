import type { Logger } from 'pino';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { auctionState } from '#src/alerts/auctions/auction-alerts.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { WalletRole } from '#src/alerts/filters/wallet-role.ts';
import { AUCTION_TOPIC, isAuction, isBid, nativeIn } from '#src/alerts/kinds/auction/schema.ts';
import type { MatchedChannel, Matcher } from '#src/alerts/matcher.ts';
import { NO_SILENCES, type Silences } from '#src/alerts/silences/silences.ts';
import { isPerson, personOf } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import { reached } from '#src/chain/points.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { DetectedEvent } from '#src/store/model/detected-event.ts';
import type { AddressedAlert, AuctionBatch } from '#src/store/model/ingest-batch.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import { lookUpDetails } from '../enrich.ts';
import { undecidedBy } from '../rules-that-apply.ts';
import type { CollectionSource, TokenSource } from '../sources.ts';
import type { TokenDetailsCache } from './token-details-cache.ts';

/** A changed auction and its alerts, in order. */
export interface ChangedAuction {
  readonly tracked: TrackedAuction;
  readonly alerts: readonly AuctionAlert[];
}

export interface AddressingDeps {
  readonly index: Pick<Matcher, 'mayMatch' | 'match' | 'needsTokens' | 'isUndecided' | 'roleOf'>;
  /** Leaves alerts out; none by default. */
  readonly silences?: Pick<Silences, 'split'>;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'collectionPrices'>;
  readonly log: Logger;
  /** Returns whether a bid of this amount gets a separate message in a channel that already shows the auction. */
  readonly shouldPostBid: (channelId: string, amount: Wei) => boolean;
  /** Resolves to the wallets that these users have added as their own. @param userIds Discord user ids */
  readonly ownWallets: (userIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Address[]>>;
}

const EVENTS = {
  [AUCTION_TOPIC.started]: 'an auction starts',
  [AUCTION_TOPIC.bid]: 'an auction is bid on',
  [AUCTION_TOPIC.ending]: 'an auction is about to end',
  [AUCTION_TOPIC.ended]: 'an auction ends',
  [AUCTION_TOPIC.cancelled]: 'an auction is cancelled',
} as const;

type Addressed = Required<Pick<AuctionBatch, 'tracked' | 'alerts' | 'topics' | 'detected'>>;

/** Sorts alerts by time. Alerts of one auction keep their order even if the marketplace reports wrong times. */
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

/** Splits the alerts, in order, into those that meet the test and the others. */
function partition<One>(
  all: readonly One[],
  test: (one: One) => boolean,
): readonly [readonly One[], readonly One[]] {
  const groups = Map.groupBy(all, test);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

const idsOf = (alerts: readonly AuctionAlert[]): ReadonlySet<string> =>
  new Set(alerts.map(({ auction }) => auction));

/** Role in the auction of the wallet whose owner gets the personal alert. */
const PERSONAL_ROLES: Readonly<Partial<Record<AuctionAlert['topic'], WalletRole>>> = {
  [AUCTION_TOPIC.bid]: 'outbid',
  [AUCTION_TOPIC.ended]: 'leader',
};

/**
 * Decides which targets get an auction alert.
 * In a channel, a bid edits the auction's message, unless it is high enough for a message of its own. Users get a
 * message for each bid they watch.
 * A channel gets one message for the end of an auction, even if the end is decided late and confirmed afterwards. Rules
 * that ping a role get each. Users also get a message if the leader changed after the end.
 */
export function auctionAddressee(
  alert: AuctionAlert,
  { channelId, subscriptionIds }: MatchedChannel,
  {
    index,
    shouldPostBid,
  }: Pick<AddressingDeps, 'shouldPostBid'> & {
    readonly index: Pick<Matcher, 'roleOf'>;
  },
): Recipient {
  const isHighBid = () => isBid(alert) && shouldPostBid(channelId, nativeIn(alert, alert.highestBid) ?? 0n);
  const isPostedAnyway = isBid(alert) || alert.confirms === 'other';
  const asksForRole = (id: number) => index.roleOf(id) !== null;
  const isPosted = () =>
    isHighBid() || (isPostedAnyway && isPerson(channelId)) || subscriptionIds.some(asksForRole);
  const skipIfLive = (isBid(alert) || alert.topic === AUCTION_TOPIC.ended) && !isPosted();
  const role = PERSONAL_ROLES[alert.topic];
  const isPersonal =
    role !== undefined && isPerson(channelId) && subscriptionIds.some((id) => index.roleOf(id) === role);
  return { channelId, subscriptionIds, skipIfLive, isPersonal };
}

/** Returns whether a rule has an outbid alert for its owner's wallets. */
const asksForOutbid =
  ({ index }: Pick<AddressingDeps, 'index'>) =>
  (id: number) =>
    index.roleOf(id) === 'outbid';

/** Returns the users whose wallets this alert outbids. */
function outbidPeople(alert: AuctionAlert, deps: Pick<AddressingDeps, 'index'>): readonly string[] {
  if (!isBid(alert)) return [];
  const isOutbid = asksForOutbid(deps);
  return deps.index
    .match(alert)
    .flatMap(({ channelId, subscriptionIds }) =>
      subscriptionIds.some(isOutbid) ? (personOf(channelId) ?? []) : [],
    );
}

/**
 * Returns the recipient without the rules for which the outbidding wallet belongs to the same user; `null` if no rule
 * is left.
 */
function withoutOwnBids(
  { leader }: AuctionAlert,
  recipient: Recipient,
  { index, own }: Pick<AddressingDeps, 'index'> & { readonly own: ReadonlyMap<string, readonly Address[]> },
): Recipient | null {
  const userId = personOf(recipient.channelId);
  if (userId === null || leader === null || own.get(userId)?.includes(leader) !== true) return recipient;
  const isOutbid = asksForOutbid({ index });
  const subscriptionIds = recipient.subscriptionIds.filter((id) => !isOutbid(id));
  return subscriptionIds.length === 0 ? null : { ...recipient, subscriptionIds, isPersonal: false };
}

/** Identifies an auction in a target. */
const keyOf = ({ auction }: AuctionAlert, { channelId }: Recipient): string => `${auction} ${channelId}`;

/**
 * Merges alerts of one poll into one message per user: a bid with the end of its auction (which also says that they
 * were outbid) or with its start (which shows the bid). The message counts for the rules of both.
 */
function onceToEachPerson(
  alerts: readonly AddressedAlert[],
  deps: Pick<AddressingDeps, 'index'>,
): readonly AddressedAlert[] {
  const isOutbid = asksForOutbid(deps);
  const posted = { starts: new Set<string>(), ends: new Set<string>() };
  for (const { alert, channels } of alerts) {
    if (!isAuction(alert) || isBid(alert) || alert.topic === AUCTION_TOPIC.ending) continue;
    const into = alert.topic === AUCTION_TOPIC.started ? posted.starts : posted.ends;
    for (const one of channels)
      if (isPerson(one.channelId) && !(alert.confirms === 'same' && one.skipIfLive))
        into.add(keyOf(alert, one));
  }
  /** Rules of bids whose message is that of the start or the end. */
  const moved = new Map<string, Recipient>();
  const withoutBids = alerts.map(({ alert, channels, ...rest }): AddressedAlert => {
    if (!isAuction(alert) || !isBid(alert)) return { ...rest, alert, channels };
    const apart = channels.filter((one) => {
      const key = keyOf(alert, one);
      const isByStart = posted.starts.has(key) && !one.subscriptionIds.some(isOutbid);
      if (!isByStart && !posted.ends.has(key)) return true;
      moved.set(key, one);
      return false;
    });
    return { ...rest, alert, channels: apart };
  });
  if (moved.size === 0) return alerts;
  return withoutBids.map(({ alert, channels, ...rest }) => {
    if (!isAuction(alert) || isBid(alert)) return { ...rest, alert, channels };
    const both = channels.map((one): Recipient => {
      const bid = moved.get(keyOf(alert, one));
      if (bid === undefined) return one;
      const ids = [...new Set([...one.subscriptionIds, ...bid.subscriptionIds])];
      return {
        ...one,
        subscriptionIds: ids.toSorted((first, second) => first - second),
        isPersonal: one.isPersonal === true || bid.isPersonal === true,
      };
    });
    return { ...rest, alert, channels: both };
  });
}

/**
 * Matches the alerts to channels. Also returns the state of every auction that was ever posted, because it may have
 * live messages.
 * Looks up tokens only for alerts that a rule may match and for states that may be displayed.
 */
export async function addressAuctions(
  changes: readonly ChangedAuction[],
  deps: AddressingDeps,
  tokenDetails: TokenDetailsCache,
  signal: AbortSignal,
): Promise<Addressed> {
  const { index, tokens, collections, log, silences = NO_SILENCES } = deps;
  const [wanted, unwanted] = partition(sortByTime(changes), (alert) => index.mayMatch(alert));
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
  // The alert of the start, which is posted at the same moment, already shows the end.
  const endsAtStart = ({ topic, auction }: AuctionAlert) =>
    topic === AUCTION_TOPIC.ending && startedIds.has(auction);
  const outbid = wanted.flatMap((alert) => outbidPeople(alert, deps));
  const own = outbid.length === 0 ? new Map<string, never>() : await deps.ownWallets([...new Set(outbid)]);
  const detected = unwanted.map(
    (alert): DetectedEvent => ({ alert, missingDetails: null, isDecided: true, dropped: null }),
  );
  const addressed = detailed.slice(0, wanted.length).flatMap((alert): AddressedAlert[] => {
    const matched = index.match(alert).flatMap((channel) => {
      const recipient = withoutOwnBids(alert, auctionAddressee(alert, channel, deps), { index, own });
      if (recipient === null) return [];
      return [endsAtStart(alert) ? { ...recipient, skipIfLive: true } : recipient];
    });
    const undecided = lookup === null ? null : undecidedBy(index, alert, lookup.missingDetailsOf(alert));
    const missingDetails = lookup === null ? null : lookup.missingDetailsOf(alert);
    detected.push({ alert, missingDetails, isDecided: undecided === null, dropped: null });
    if (matched.length === 0 && undecided === null) return [];
    if (isAuction(alert)) reached(EVENTS[alert.topic]);
    return [{ alert, ...silences.split(alert, matched), undecided }];
  });
  const isPosted = ({ channels, undecided = null }: AddressedAlert) =>
    channels.length > 0 || undecided !== null;
  const alerts = onceToEachPerson(addressed, deps).filter(
    (one) => isPosted(one) || (one.silenced ?? []).length > 0,
  );
  const alertedIds = new Set(
    alerts.filter(isPosted).flatMap(({ alert }) => (isAuction(alert) ? [alert.auction] : [])),
  );
  const tracked = changes.map((change) =>
    alertedIds.has(change.tracked.auction.id) ? { ...change.tracked, addressed: true } : change.tracked,
  );
  const displayedIds = new Set(tracked.flatMap(({ addressed, auction }) => (addressed ? [auction.id] : [])));
  const topics = detailed.slice(wanted.length).flatMap((state) => {
    if (state.liveKey === null || !displayedIds.has(state.auction)) return [];
    tokenDetails.set(state);
    return [{ key: state.liveKey, state }];
  });
  return { tracked, alerts, topics, detected };
}
