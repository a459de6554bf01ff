import * as fc from 'fast-check';
import type { AuctionAlert, MarketAlert } from '#src/alerts/alert.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import type { Undecided } from '#src/store/model/undecided.ts';
import { sale as activity, address, txHash } from '../../support/build-activity.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';
import type { View } from './pair.ts';
import { CHANNELS, rowsOf } from './view.ts';

export const PLAIN = { noNullPrototype: true } as const;
export const channelId = fc.constantFrom(...CHANNELS);
/** Chooses among rows. */
export const index = fc.nat(50);
export const flag = fc.boolean();
export const roles = fc.subarray(['600000000000000001', '600000000000000002']);
export const collections = [address(0xc0), address(0xc1)] as const;
const collection = fc.constantFrom(...collections);
/** Texts in which databases differ: case, order, quotes, half a surrogate pair. */
export const text = fc.constantFrom(
  'a',
  'A',
  'b',
  'É',
  'é',
  "O'Brien %_\\",
  '\u{1F9A2}',
  '\ud83e',
  '',
  ' ',
  'ﬀ',
);
const LIVE_KEYS = ['auction:A', 'auction:B'] as const;

export const alertKey = fc.nat(40).map((number) => `k${number}`);
/** Before now, in seconds. */
const age = fc.integer({ min: 0, max: 90_000 });

/** An alert as it is generated: its age becomes a time when it is ingested. */
export interface GivenAlert {
  readonly key: string;
  readonly age: number;
  readonly liveKey: (typeof LIVE_KEYS)[number] | null;
  readonly bids: number;
  readonly topic: AuctionAlert['topic'];
}

export const givenAlert: fc.Arbitrary<GivenAlert> = fc.record(
  {
    key: alertKey,
    age,
    liveKey: fc.option(fc.constantFrom(...LIVE_KEYS), { freq: 2 }),
    bids: fc.nat(3),
    topic: fc.constantFrom(
      'auction_started' as const,
      'auction_bid' as const,
      'auction_ending' as const,
      'auction_ending' as const,
    ),
  },
  PLAIN,
);

const seconds = (now: number): number => Math.floor(now / 1_000);

function auctionOf(liveKey: string, bidCount: number): AuctionAlert {
  return auctionAlert({ liveKey, bidCount, key: `state of ${liveKey}`, auction: liveKey });
}

export function alertOf({ key, age: old, liveKey, bids, topic }: GivenAlert, now: number): MarketAlert {
  const occurredAt = seconds(now) - old;
  if (liveKey !== null) return { ...auctionOf(liveKey, bids), key: `${key}-${topic}`, topic, occurredAt };
  return saleAlert(bids, { key, occurredAt });
}

export const liveState: fc.Arbitrary<LiveState> = fc
  .tuple(fc.constantFrom(...LIVE_KEYS), fc.nat(3))
  .map(([key, bids]) => ({ key, state: auctionOf(key, bids) }));

/** Recipients, with rules that are chosen among those of their channels. */
export const recipients = fc.array(fc.record({ channelId, rule: index, skipIfLive: flag }, PLAIN), {
  maxLength: 4,
});
export type GivenRecipients = typeof recipients extends fc.Arbitrary<infer T> ? T : never;

/** Each channel once. @param id of a rule with this number */
export function recipientsOf(
  given: GivenRecipients,
  { state }: View,
  id: (rule: number) => number,
): readonly Recipient[] {
  const all = new Map(given.map((one) => [one.channelId, one]));
  return [...all.values()].map(({ channelId: to, rule, skipIfLive }) => {
    const rules = rowsOf(state, 'subscriptions', { channelId: to });
    const chosen = rules[rule % Math.max(1, rules.length)]?.['id'];
    return { channelId: to, skipIfLive, subscriptionIds: typeof chosen === 'number' ? [id(chosen)] : [] };
  });
}

export const undecided: fc.Arbitrary<Undecided> = fc.record(
  {
    missingDetails: fc.record(
      { tokens: fc.subarray(['0xc0-1', '0xc0-2']), collections: fc.subarray([...collections]) },
      PLAIN,
    ),
    awaitsFeed: flag,
  },
  PLAIN,
);

const wallet = fc.option(fc.constantFrom(address(0xa1), address(0xa2), address(0xa3)));

export const givenTrade = fc.record(
  {
    key: fc.nat(60).map((number) => `t${number}`),
    collection,
    tokenId: fc.constantFrom('1', '2'),
    seller: wallet,
    buyer: wallet,
    price: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n })),
    share: fc.option(fc.constant(10n ** 18n), { nil: undefined }),
    quantity: fc.constantFrom(1n, 12n),
    age,
  },
  PLAIN,
);

export function tradeOf(
  { age: old, ...trade }: typeof givenTrade extends fc.Arbitrary<infer T> ? T : never,
  now: number,
): Trade {
  return { ...trade, at: seconds(now) - old };
}

/** A record of the feed, under one of few keys. */
export const record = fc
  .record({ id: fc.nat(30), alert: fc.option(alertKey), known: flag, more: flag }, PLAIN)
  .map(({ id, alert, known, more }) => {
    const one = activity({ id: `r${id}`, price: known ? 10n ** 18n : null, txHash: txHash(id % 7) });
    const keys = more ? ([`id:r${id}`, `log:${id % 5}`] as const) : one.keys;
    return { activity: { ...one, keys }, alertKey: alert, occurredAt: 1_700_000_000 + id };
  });

/** What a rule asks for. */
export const rule = fc.record(
  {
    topics: fc.constantFrom(['sale'] as const, ['sale', 'listing'] as const, ['mint'] as const),
    filter: fc
      .option(fc.subarray([...collections], { minLength: 1 }))
      .map((chosen): FilterValues => (chosen === null ? MATCH_ALL : { ...MATCH_ALL, collection: chosen })),
    pingRoles: roles,
  },
  PLAIN,
);
