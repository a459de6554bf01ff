import { describe, expect, it } from 'vitest';
import type { AuctionTopic } from '#src/alerts/kinds/registry.ts';
import { type LateDecision, leaveEndingsToStarts } from '#src/ingest/auctions/late-endings.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';

const CHANNELS = ['1', '2'];

const decision = (alert: LateDecision['alert'], change: Partial<LateDecision> = {}): LateDecision => ({
  alert,
  since: 1_000,
  channels: CHANNELS.map((channelId) => ({ channelId, subscriptionIds: [], skipIfLive: false })),
  undecidedBefore: new Set(),
  ...change,
});
const ofAuction = (topic: AuctionTopic, auction = 'a', change: Partial<LateDecision> = {}) =>
  decision(auctionAlert({ topic, auction, key: `${topic}:${auction}` }), change);

/** The decisions in order: alert, and the channels that get no second message for it. */
const written = (...decisions: readonly LateDecision[]) =>
  leaveEndingsToStarts(decisions).map(({ alert, channels }) => [
    alert.key,
    channels.flatMap(({ channelId, skipIfLive }) => (skipIfLive ? [channelId] : [])),
  ]);

describe('the coming end of an auction that is decided late together with its start', () => {
  it('is written after it, and read there where both were known at the same time', () => {
    expect(written(ofAuction('auction_ending'), ofAuction('auction_started'))).toEqual([
      ['auction_started:a', []],
      ['auction_ending:a', CHANNELS],
    ]);
  });

  it('is read there by the channels that get the start only now', () => {
    const start = ofAuction('auction_started', 'a', { since: 500, undecidedBefore: new Set(['2']) });
    expect(written(start, ofAuction('auction_ending'))).toEqual([
      ['auction_started:a', []],
      ['auction_ending:a', ['2']],
    ]);
  });

  it('is a message of its own beside the start of another auction, and beside what is no start', () => {
    const others = [ofAuction('auction_started', 'b'), ofAuction('auction_bid'), decision(saleAlert(1))];
    expect(written(ofAuction('auction_ending'), ...others)).toEqual([
      ['auction_started:b', []],
      ['auction_bid:a', []],
      [saleAlert(1).key, []],
      ['auction_ending:a', []],
    ]);
  });
});
