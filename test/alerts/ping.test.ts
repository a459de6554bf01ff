import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import {
  CHANNEL_ROLE_ONLY,
  MAX_PING_ROLES,
  type PingTargets,
  pingTargetsOf,
  rolesPingedBy,
  rolesToPing,
  shouldPostBid,
} from '#src/alerts/ping.ts';
import type { PingSettings } from '#src/alerts/settings.ts';
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

const rule = (change: Partial<PingSettings> = {}): PingSettings => ({
  roleId: '77',
  minimum: null,
  coolDownMinutes: 0,
  ...change,
});
/** The channel's role, or `null`, for alerts whose rules have no roles of their own. */
function ping(alerts: readonly Alert[], of: PingSettings | null, lastPingAt: number | null = null) {
  const deliveries = alerts.map((alert) => ({ alert, pings: CHANNEL_ROLE_ONLY }));
  const lastPings = new Map(lastPingAt === null ? [] : [['77', lastPingAt]]);
  return rolesToPing(deliveries, of, lastPings, NOW).at(0) ?? null;
}

describe('a ping', () => {
  it('does not happen without a role', () => {
    expect(ping([saleAlert(1)], null)).toBeNull();
  });

  it('happens with every new message if there is no minimum', () => {
    expect(ping([moveAlert()], rule())).toBe('77');
  });

  it.each<[string, Alert, bigint]>([
    ['a sale’s price', saleAlert(1, { item: soldItem({ price: 3n * COIN }) }), 3n * COIN],
    ['what a listing asks', listingAlert({ item: soldItem({ price: 4n * COIN }) }), 4n * COIN],
    ['a sweep’s total', sweepAlert(5), 5n * COIN],
    ['an offer', offerAlert({ price: 6n * COIN }), 6n * COIN],
    ['an auction’s highest bid', auctionAlert({ highestBid: 7n * COIN, startingPrice: COIN }), 7n * COIN],
    ['the starting price of one without bids', auctionAlert({ highestBid: null, startingPrice: COIN }), COIN],
    ['what a mint cost', moveAlert({ topic: 'mint', price: 2n * COIN }), 2n * COIN],
  ])('with a minimum goes by %s', (_what, alert, price) => {
    expect(ping([alert], rule({ minimum: price }))).toBe('77');
    expect(ping([alert], rule({ minimum: price + 1n }))).toBeNull();
  });

  it('does not happen for an alert without a price if the minimum is 0', () => {
    expect(ping([moveAlert()], rule({ minimum: 0n }))).toBeNull();
  });

  it('does not compare another coin with the minimum', () => {
    expect(ping([saleAlert(1, { item: soldItem({ currency: USDC }) })], rule({ minimum: 1n }))).toBeNull();
  });

  it('happens if one of several alerts reaches the minimum', () => {
    const cheap = saleAlert(1, { item: soldItem({ price: 1n }) });
    const dear = saleAlert(2, { item: soldItem({ price: COIN }) });
    expect(ping([cheap, dear], rule({ minimum: COIN }))).toBe('77');
  });

  it('waits until the cool-down is over', () => {
    const cooled = rule({ coolDownMinutes: 10 });
    expect(ping([saleAlert(1)], cooled, NOW - 10 * MINUTE + 1)).toBeNull();
    expect(ping([saleAlert(1)], cooled, NOW - 10 * MINUTE)).toBe('77');
  });

  it('is not delayed by a ping in the future: the clock was set back since', () => {
    const of = rule({ coolDownMinutes: 10 });
    expect(ping([saleAlert(1)], of, NOW + 120 * MINUTE)).toBe('77');
    expect(ping([saleAlert(1)], of, NOW - 9 * MINUTE)).toBeNull();
  });

  it('never happens with a notice, which mentions its users', () => {
    expect(ping([noticeAlert()], rule())).toBeNull();
  });
});

describe('the roles of a message', () => {
  const sold = (roles: readonly string[], channelRole = false, price = COIN) => ({
    alert: saleAlert(1, { item: soldItem({ price }) }),
    pings: { roles, channelRole },
  });
  const roles = (
    deliveries: readonly { readonly alert: Alert; readonly pings: PingTargets }[],
    of: PingSettings | null = rule(),
    lastPings: Readonly<Record<string, number>> = {},
  ) => rolesToPing(deliveries, of, new Map(Object.entries(lastPings)), NOW);

  it('are those of all rules that match its alerts, each once', () => {
    expect(roles([sold(['1', '2']), sold(['2', '3'])])).toEqual(['1', '2', '3']);
  });

  it('include the channel’s only for a rule without roles of its own', () => {
    expect(roles([sold(['1'])])).toEqual(['1']);
    expect(roles([sold(['1'], true)])).toEqual(['77', '1']);
    expect(roles([sold(['1'], true)], null)).toEqual(['1']);
  });

  it('do not include those of alerts below the channel’s minimum', () => {
    const cheap = sold(['1'], false, COIN - 1n);
    expect(roles([cheap, sold(['2'])], rule({ minimum: COIN }))).toEqual(['2']);
    expect(roles([cheap], null)).toEqual(['1']);
  });

  it('cool down each by itself', () => {
    const cooled = rule({ coolDownMinutes: 10 });
    const recent = NOW - 9 * MINUTE;
    expect(roles([sold(['1', '2'], true)], cooled, { 1: recent })).toEqual(['77', '2']);
    expect(roles([sold(['1'], true)], cooled, { 77: recent, 1: NOW - 10 * MINUTE })).toEqual(['1']);
  });

  it('are at most five, of those that do not cool down', () => {
    const many = Array.from({ length: MAX_PING_ROLES + 3 }, (_, at) => String(at));
    expect(roles([sold(many)])).toEqual(['0', '1', '2', '3', '4']);
    const cooled = rule({ coolDownMinutes: 10 });
    expect(roles([sold(many)], cooled, { 1: NOW, 3: NOW })).toEqual(['0', '2', '4', '5', '6']);
  });

  it('are the channel’s where no matching rule is known', () => {
    expect(pingTargetsOf([])).toEqual(CHANNEL_ROLE_ONLY);
    expect(pingTargetsOf([{ pingRoles: [] }, { pingRoles: ['1'] }])).toEqual({
      roles: ['1'],
      channelRole: true,
    });
    expect(pingTargetsOf([{ pingRoles: ['1', '2'] }, { pingRoles: ['1'] }])).toEqual({
      roles: ['1', '2'],
      channelRole: false,
    });
  });

  it('are none of a rule whose conditions for pings do not hold', () => {
    const not = { isPinging: false };
    expect(pingTargetsOf([{ pingRoles: ['1'], ...not }, { pingRoles: ['2'] }])).toEqual({
      roles: ['2'],
      channelRole: false,
    });
    expect(pingTargetsOf([{ pingRoles: [], ...not }])).toEqual({ roles: [], channelRole: false });
  });
});

describe('a bid in a channel with a live message of its auction', () => {
  it('gets a new message if it reaches the minimum for pings', () => {
    expect(shouldPostBid(rule({ minimum: COIN }), COIN)).toBe(true);
    expect(shouldPostBid(rule({ minimum: COIN }), COIN - 1n)).toBe(false);
  });

  it('gets none without a minimum or a role', () => {
    expect(shouldPostBid(rule(), COIN)).toBe(false);
    expect(shouldPostBid(null, COIN)).toBe(false);
  });
});

describe('the roles that a rule pings in a channel', () => {
  it.each<[string, readonly string[], PingSettings | null, readonly string[]]>([
    ['its own', ['1', '2'], rule(), ['1', '2']],
    ['the channel’s if it has none', [], rule(), ['77']],
    ['none if the channel has none either', [], null, []],
    ['its own in a channel without a role', ['1'], null, ['1']],
  ])('are %s', (_, pingRoles, settings, expected) => {
    expect(rolesPingedBy({ pingRoles }, settings)).toEqual(expected);
  });
});
