import { describe, expect, it } from 'vitest';
import { createMessageCounter } from '#src/alerts/backtest/message-counter.ts';
import type { MarketAlert } from '#src/alerts/kinds/registry.ts';
import { auctionAlert, ruleOf, saleAlert } from '../../support/build-alert.ts';

const FROM = 1_000_000;
const TO = FROM + 86_400;

/** What a rule for sales and auctions would have posted of these alerts, on one day. */
function count(...alerts: readonly MarketAlert[]) {
  const counter = createMessageCounter({
    rule: ruleOf({ topics: ['sale', 'auction_started', 'auction_bid', 'auction_ended'] }),
    facts: { isWhitelisted: () => true },
    ping: { roleId: '77', minimum: null, coolDownMinutes: 0 },
    days: [FROM],
    to: TO,
  });
  for (const alert of alerts) counter.add(alert);
  return counter.figures();
}

describe('the messages that a rule would have posted', () => {
  it('are those of its period, from its first second to before its end', () => {
    const at = (occurredAt: number) => saleAlert(occurredAt, { occurredAt });
    expect(count(at(FROM - 1), at(FROM), at(TO - 1), at(TO))).toMatchObject({
      messages: 2,
      pings: 2,
      days: [{ at: FROM, messages: 2 }],
    });
  });

  it('are one for an auction that is then only edited, and another for its end', () => {
    const state = (topic: 'auction_started' | 'auction_bid' | 'auction_ended', bidCount: number) =>
      auctionAlert({ topic, bidCount, occurredAt: FROM + bidCount });
    const started = state('auction_started', 0);
    const bids = [state('auction_bid', 1), state('auction_bid', 2)];
    expect(count(started, ...bids).messages).toBe(1);
    expect(count(started, ...bids, state('auction_ended', 3)).messages).toBe(2);
  });
});
