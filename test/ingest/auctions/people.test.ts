import { describe, expect, it } from 'vitest';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfAuction, ruleOfToken, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { openStore } from '#src/store/open.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';

const START = 1_767_225_600;
const END = START + 3_600;
const PERSON = '700000000000000001';
const TARGET = personTarget(PERSON);
const [ME, MINE_TOO, KALO, SELLER] = [address(0xa), address(0xb), address(0xc), address(0x5e11)];
const { collection, tokenId } = auctionOf({});
const WATCHED = { auction: 'a-1', collection, tokenId };

/** Bids by amount, each an hour's twentieth after the one before. */
const bidsOf = (...made: readonly (readonly [typeof ME, bigint])[]): readonly Bid[] =>
  made.map(([bidder, amount], place) => ({ bidder, amount, at: START + 60 + place, txHash: null }));

/**
 * What a person with these rules is told of an auction.
 * @param shows the bids that each poll shows; the last one is after the end, unless all are before it
 */
async function told(
  { rules, own = [ME] }: { readonly rules: readonly Rule[]; readonly own?: readonly (typeof ME)[] },
  shows: readonly { readonly bids: readonly Bid[] | null; readonly at: number }[],
) {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock((START - 60) * 1_000);
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const owner = { guildId: TARGET, channelId: TARGET, createdBy: PERSON, createdAt: clock.now() };
  for (const rule of rules) await store.addSubscription({ ...rule, ...owner });
  await store.people.setWallets(PERSON, own, clock.now());
  const shown = () => shows.findLast(({ at }) => at * 1_000 <= clock.now())?.bids ?? null;
  const source = createModelAuctions(() => {
    const bids = shown();
    if (bids === null) return [];
    const top = bids.at(-1);
    return [
      auctionOf({
        ...{ id: 'a-1', seller: SELLER, startTime: START, endTime: END, createdAt: START, updatedAt: START },
        ...{ bids, highestBid: top?.amount ?? null, highestBidder: top?.bidder ?? null },
      }),
    ];
  });
  const watch = parts.use(
    createRealWatch({
      source,
      store: store,
      index: createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true }),
      clock,
      ownWallets: (userIds) => store.people.walletsOf(userIds),
    }),
  );
  const { signal } = new AbortController();
  await watch.tick(signal);
  for (const { at } of shows) {
    await clock.advance(at * 1_000 - clock.now());
    await watch.tick(signal);
  }
  const { pending } = await store.channelWork(TARGET, 100);
  const matched = (await store.subscriptionsOf(TARGET)).filter(({ lastMatchAt }) => lastMatchAt !== null);
  return {
    alerts: pending.map(({ alert }) =>
      'highestBid' in alert ? `${alert.topic} ${alert.highestBid}` : alert.topic,
    ),
    overtaken: pending.map(({ alert }) => ('overtaken' in alert ? alert.overtaken : [])),
    matched: matched.length,
  };
}

const OUTBID = ruleOfWallets({ wallets: [ME], when: 'outbid' });
const ENDED = ruleOfAuction({ ...WATCHED, when: 'ended' });
const BID = ruleOfAuction({ ...WATCHED, when: 'bid' });

describe('a person who watches an auction', () => {
  it('is told of the highest bid of each poll, and of no bid between', async () => {
    const { alerts } = await told({ rules: [BID] }, [
      { bids: [], at: START },
      { bids: bidsOf([ME, 1n]), at: START + 100 },
      { bids: bidsOf([ME, 1n], [KALO, 2n], [ME, 3n]), at: START + 200 },
      { bids: bidsOf([ME, 1n], [KALO, 2n], [ME, 3n], [KALO, 4n]), at: START + 300 },
    ]);
    expect(alerts).toEqual(['auction_bid 1', 'auction_bid 3', 'auction_bid 4']);
  });

  it('gets one message of a bid and an end that one poll shows, which says that they were outbid', async () => {
    const { alerts, overtaken, matched } = await told({ rules: [OUTBID, BID, ENDED] }, [
      { bids: bidsOf([ME, 1n]), at: START },
      { bids: bidsOf([ME, 1n], [KALO, 2n]), at: END },
    ]);
    expect(alerts).toEqual(['auction_bid 1', 'auction_ended 2']);
    expect(overtaken.at(-1)).toEqual([ME]);
    expect(matched).toBe(3);
  });

  it('is told that they were outbid where they do not ask for the end', async () => {
    const { alerts } = await told({ rules: [OUTBID] }, [
      { bids: bidsOf([ME, 1n]), at: START },
      { bids: bidsOf([ME, 1n], [KALO, 2n]), at: END },
    ]);
    expect(alerts).toEqual(['auction_bid 2']);
  });

  it('gets one message of a start and a bid that one poll shows', async () => {
    const rules = [ruleOfToken({ collection, tokenId, when: 'auctioned' }), BID];
    const { alerts } = await told({ rules }, [{ bids: bidsOf([KALO, 1n]), at: START + 100 }]);
    expect(alerts).toEqual(['auction_started 1']);
  });
});

describe('somebody with two wallets', () => {
  const shows = [
    { bids: bidsOf([ME, 1n]), at: START },
    { bids: bidsOf([ME, 1n], [MINE_TOO, 2n]), at: START + 100 },
    { bids: bidsOf([ME, 1n], [MINE_TOO, 2n], [KALO, 3n]), at: START + 200 },
  ];

  it.each<[string, Rule]>([
    ['both', ruleOfWallets({ wallets: [ME, MINE_TOO], when: 'outbid' })],
    ['one of them', OUTBID],
    ['one of them in one auction', ruleOfAuction({ ...WATCHED, when: 'outbid', mine: [ME] })],
  ])('is not told that one outbid the other (watches %s)', async (_, rule) => {
    const { alerts } = await told({ rules: [rule], own: [ME, MINE_TOO] }, shows);
    expect(alerts).not.toContain('auction_bid 2');
  });

  it('is told when somebody else outbids them', async () => {
    const rule = ruleOfWallets({ wallets: [ME, MINE_TOO], when: 'outbid' });
    const { alerts } = await told({ rules: [rule], own: [ME, MINE_TOO] }, shows);
    expect(alerts).toEqual(['auction_bid 3']);
  });

  it('is told of a bid of their own that they asked for otherwise', async () => {
    const { alerts } = await told({ rules: [OUTBID, BID], own: [ME, MINE_TOO] }, shows);
    expect(alerts).toEqual(['auction_bid 1', 'auction_bid 2', 'auction_bid 3']);
  });
});
