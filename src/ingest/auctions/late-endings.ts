import type { MarketAlert } from '#src/alerts/alert.ts';
import { AUCTION_TOPIC, isAuction } from '#src/alerts/kinds/auction/schema.ts';
import type { Recipient } from '#src/store/model/recipient.ts';

/** An alert whose rules were decided late. */
export interface LateDecision {
  readonly alert: MarketAlert;
  /** When it was ingested, epoch ms. */
  readonly since: number;
  /** All channels that match now. */
  readonly channels: readonly Recipient[];
  /** Channels with a rule that was undecided before. */
  readonly undecidedBefore: ReadonlySet<string>;
}

/**
 * Orders the decisions for writing. A channel that gets an auction's start now, or got it when the end was already
 * known, sees the end in that message, so it gets no second message.
 */
export function leaveEndingsToStarts<Decision extends LateDecision>(
  decisions: readonly Decision[],
): readonly Decision[] {
  const starts = new Map<string, Decision>();
  for (const decision of decisions) {
    const { alert } = decision;
    if (isAuction(alert) && alert.topic === AUCTION_TOPIC.started) starts.set(alert.auction, decision);
  }
  const isEnding = ({ alert }: Decision) => isAuction(alert) && alert.topic === AUCTION_TOPIC.ending;

  function withoutRepetition(decision: Decision): Decision {
    const { alert, since, channels } = decision;
    const start = isAuction(alert) && isEnding(decision) ? starts.get(alert.auction) : undefined;
    if (start === undefined) return decision;
    const hasPostedStart = ({ channelId }: Recipient) =>
      start.since === since || start.undecidedBefore.has(channelId);
    return {
      ...decision,
      channels: channels.map((one) => (hasPostedStart(one) ? { ...one, skipIfLive: true } : one)),
    };
  }

  return decisions
    .map(withoutRepetition)
    .toSorted((one, other) => Number(isEnding(one)) - Number(isEnding(other)));
}
