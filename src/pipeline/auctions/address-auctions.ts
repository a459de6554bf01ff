import type { Alert, AuctionAlert } from '../../domain/alert.ts';
import { auctionState } from '../../domain/auction-alerts.ts';
import type { AddressedAlert, Addressee, AuctionIntake } from '../../domain/intake.ts';
import type { TrackedAuction } from '../../domain/tracked-auction.ts';
import type { Wei } from '../../domain/wei.ts';
import type { SubscriptionIndex } from '../intake/subscription-index.ts';

/** An auction that changed, and what is to be told of it, in order. */
export interface ChangedAuction {
  readonly tracked: TrackedAuction;
  readonly alerts: readonly AuctionAlert[];
}

/** Finds out who is to be told what. */
export interface AddressingDeps {
  readonly index: Pick<SubscriptionIndex, 'mayMatch' | 'match'>;
  /** Adds what is known of the tokens; the answer is in the order of `alerts`. */
  readonly enrich: (alerts: readonly AuctionAlert[], signal: AbortSignal) => Promise<readonly Alert[]>;
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

/**
 * Addresses the alerts, and writes the state of every auction that somebody was told of, now or before: those may have
 * live messages. Tokens are looked up only for what somebody may be told, and for what may be shown.
 */
export async function addressAuctions(
  changes: readonly ChangedAuction[],
  { index, enrich, bidDeservesMessage }: AddressingDeps,
  signal: AbortSignal,
): Promise<Addressed> {
  const wanted = inOrder(changes).filter((alert) => index.mayMatch(alert));
  const mayShow = new Set(wanted.map(({ auction }) => auction));
  const states = changes
    .filter(({ tracked }) => tracked.addressed || mayShow.has(tracked.auction.id))
    .map(({ tracked }) => auctionState(tracked));
  const asked = [...wanted, ...states];
  const known = asked.length === 0 ? [] : await enrich(asked, signal);
  const full = asked.map((alert, position) => {
    const enriched = known[position];
    return enriched?.type === 'auction' ? enriched : alert;
  });

  const alerts = full.slice(0, wanted.length).flatMap((alert): AddressedAlert[] => {
    const channels = index.match(alert).map(({ channelId, subscriptionIds }): Addressee => {
      const isBid = alert.kind === 'auction_bid';
      const unlessShown = isBid && !bidDeservesMessage(channelId, alert.highestBid ?? 0n);
      return { channelId, subscriptionIds, unlessShown };
    });
    return channels.length === 0 ? [] : [{ alert, channels }];
  });
  const told = new Set(alerts.flatMap(({ alert }) => (alert.type === 'auction' ? [alert.auction] : [])));
  const tracked = changes.map((change) =>
    told.has(change.tracked.auction.id) ? { ...change.tracked, addressed: true } : change.tracked,
  );
  const shown = new Set(tracked.flatMap(({ addressed, auction }) => (addressed ? [auction.id] : [])));
  const topics = full
    .slice(wanted.length)
    .flatMap((state) =>
      state.topic !== null && shown.has(state.auction) ? [{ key: state.topic, state }] : [],
    );
  return { tracked, alerts, topics };
}
