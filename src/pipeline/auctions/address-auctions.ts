import type { Logger } from 'pino';
import type { AuctionAlert } from '../../domain/alert.ts';
import { auctionState } from '../../domain/auction-alerts.ts';
import type { AddressedAlert, Addressee, AuctionIntake } from '../../domain/intake.ts';
import type { TrackedAuction } from '../../domain/tracked-auction.ts';
import type { Wei } from '../../domain/wei.ts';
import { lookUp } from '../intake/enrich.ts';
import type { MatchedChannel, SubscriptionIndex } from '../intake/subscription-index.ts';
import { undecidedBy } from '../intake/undecided-by.ts';
import type { CollectionSource, TokenSource } from '../ports.ts';
import type { RememberedFacts } from './remembered-facts.ts';

/** An auction that changed, and what is to be told of it, in order. */
export interface ChangedAuction {
  readonly tracked: TrackedAuction;
  readonly alerts: readonly AuctionAlert[];
}

/** Finds out who is to be told what. */
export interface AddressingDeps {
  readonly index: Pick<SubscriptionIndex, 'mayMatch' | 'match' | 'readsTokens' | 'isUndecided'>;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  readonly log: Logger;
  /** Whether a bid of so much gets a message of its own in a channel that shows the auction already. */
  readonly bidDeservesMessage: (channelId: string, amount: Wei) => boolean;
}

type Addressed = Pick<AuctionIntake, 'tracked' | 'alerts' | 'topics'>;

/** By time; what happened to one auction stays in its order even where the times are not told well. */
function inOrder(changes: readonly ChangedAuction[]): readonly AuctionAlert[] {
  const timed = changes.flatMap(({ alerts }) => {
    let latest = 0;
    return alerts.map((alert) => {
      latest = Math.max(latest, alert.occurredAt);
      return { alert, at: latest };
    });
  });
  return timed.toSorted((a, b) => a.at - b.at).map(({ alert }) => alert);
}

/** A bid is an edit where the channel shows the auction already, unless it deserves a message of its own. */
export function auctionAddressee(
  { kind, highestBid }: AuctionAlert,
  { channelId, subscriptionIds }: MatchedChannel,
  bidDeservesMessage: AddressingDeps['bidDeservesMessage'],
): Addressee {
  const unlessShown = kind === 'auction_bid' && !bidDeservesMessage(channelId, highestBid ?? 0n);
  return { channelId, subscriptionIds, unlessShown };
}

/**
 * Addresses the alerts, and writes the state of every auction that somebody was told of, now or before: those may have
 * live messages. Tokens are looked up only for what somebody may be told, and for what may be shown.
 */
export async function addressAuctions(
  changes: readonly ChangedAuction[],
  { index, bidDeservesMessage, tokens, collections, log }: AddressingDeps,
  facts: RememberedFacts,
  signal: AbortSignal,
): Promise<Addressed> {
  const wanted = inOrder(changes).filter((alert) => index.mayMatch(alert));
  const mayShow = new Set(wanted.map(({ auction }) => auction));
  const states = changes
    .filter(({ tracked }) => tracked.addressed || mayShow.has(tracked.auction.id))
    .map(({ tracked }) => auctionState(tracked));
  const asked = [...wanted, ...states].map(facts.before);
  const { readsTokens } = index;
  const looked =
    asked.length === 0 ? null : await lookUp(asked, { tokens, collections, log, signal, readsTokens });
  const full = asked.map((alert, position) => {
    const enriched = looked?.alerts[position];
    return facts.after(enriched?.type === 'auction' ? enriched : alert);
  });

  const alerts = full.slice(0, wanted.length).flatMap((alert): AddressedAlert[] => {
    const channels = index
      .match(alert)
      .map((channel) => auctionAddressee(alert, channel, bidDeservesMessage));
    const undecided = looked === null ? null : undecidedBy(index, alert, looked.lackingOf(alert));
    return channels.length === 0 && undecided === null ? [] : [{ alert, channels, undecided }];
  });
  const told = new Set(alerts.flatMap(({ alert }) => (alert.type === 'auction' ? [alert.auction] : [])));
  const tracked = changes.map((change) =>
    told.has(change.tracked.auction.id) ? { ...change.tracked, addressed: true } : change.tracked,
  );
  const shown = new Set(tracked.flatMap(({ addressed, auction }) => (addressed ? [auction.id] : [])));
  const topics = full.slice(wanted.length).flatMap((state) => {
    if (state.topic === null || !shown.has(state.auction)) return [];
    facts.remember(state);
    return [{ key: state.topic, state }];
  });
  return { tracked, alerts, topics };
}
