import { describe, expect, it } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { bidDeservesMessage, pingFor } from '../../src/domain/ping.ts';
import type { PingRule } from '../../src/domain/settings.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  noticeAlert,
  offerAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../support/build-alert.ts';

const COIN = 10n ** 18n;
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 1);
const USDC = '0x00000000000000000000000000000000000000cc';

const rule = (change: Partial<PingRule> = {}): PingRule => ({
  roleId: '77',
  minimum: null,
  coolDownMinutes: 0,
  ...change,
});
const ping = (alerts: readonly Alert[], of: PingRule | null, lastPingAt: number | null = null) =>
  pingFor(alerts, of, lastPingAt, NOW);

describe('a ping', () => {
  it('is nobody’s where no role is set', () => {
    expect(ping([saleAlert(1)], null)).toBeNull();
  });

  it('without a minimum goes with every new message', () => {
    expect(ping([moveAlert()], rule())).toBe('77');
  });

  it.each<[string, Alert, bigint]>([
    ['a sale’s price', saleAlert(1, { item: soldItem({ price: 3n * COIN }) }), 3n * COIN],
    ['what a listing asks', listingAlert({ item: soldItem({ price: 4n * COIN }) }), 4n * COIN],
    ['a sweep’s total', sweepAlert(5), 5n * COIN],
    ['an offer', offerAlert({ price: 6n * COIN }), 6n * COIN],
    ['an auction’s highest bid', auctionAlert({ highestBid: 7n * COIN, startingPrice: COIN }), 7n * COIN],
    ['the starting price of one without bids', auctionAlert({ highestBid: null, startingPrice: COIN }), COIN],
    ['what a mint cost', moveAlert({ kind: 'mint', price: 2n * COIN }), 2n * COIN],
  ])('with a minimum goes by %s', (_what, alert, price) => {
    expect(ping([alert], rule({ minimum: price }))).toBe('77');
    expect(ping([alert], rule({ minimum: price + 1n }))).toBeNull();
  });

  it('with a minimum of nothing is not for what has no price', () => {
    expect(ping([moveAlert()], rule({ minimum: 0n }))).toBeNull();
  });

  it('does not compare another coin with the minimum', () => {
    expect(ping([saleAlert(1, { item: soldItem({ currency: USDC }) })], rule({ minimum: 1n }))).toBeNull();
  });

  it('goes with a message of several when one of them deserves it', () => {
    const cheap = saleAlert(1, { item: soldItem({ price: 1n }) });
    const dear = saleAlert(2, { item: soldItem({ price: COIN }) });
    expect(ping([cheap, dear], rule({ minimum: COIN }))).toBe('77');
  });

  it('waits until the cool-down is over', () => {
    const cooled = rule({ coolDownMinutes: 10 });
    expect(ping([saleAlert(1)], cooled, NOW - 10 * MINUTE + 1)).toBeNull();
    expect(ping([saleAlert(1)], cooled, NOW - 10 * MINUTE)).toBe('77');
  });

  it('is not kept back by one that lies ahead: the clock was set back since', () => {
    const of = rule({ coolDownMinutes: 10 });
    expect(ping([saleAlert(1)], of, NOW + 120 * MINUTE)).toBe('77');
    expect(ping([saleAlert(1)], of, NOW - 9 * MINUTE)).toBeNull();
  });

  it('never goes with a notice, which mentions those whom it is for', () => {
    expect(ping([noticeAlert()], rule())).toBeNull();
  });
});

describe('a bid in a channel that shows its auction', () => {
  it('gets a message of its own when it reaches the minimum of pings', () => {
    expect(bidDeservesMessage(rule({ minimum: COIN }), COIN)).toBe(true);
    expect(bidDeservesMessage(rule({ minimum: COIN }), COIN - 1n)).toBe(false);
  });

  it('gets none where no minimum or no role is set', () => {
    expect(bidDeservesMessage(rule(), COIN)).toBe(false);
    expect(bidDeservesMessage(null, COIN)).toBe(false);
  });
});
