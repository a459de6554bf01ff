import { describe, expect, it } from 'vitest';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { openStore } from '#src/store/open.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address, txHash } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';

const START = 1_767_225_600;
const MINUTE = 60;
const END = START + 120 * MINUTE;
const CHANNEL = '900000000000000001';

const bid = (amount: bigint, bidder: number): Bid => ({
  ...{ bidder: address(bidder), amount, at: START + Number(amount) },
  txHash: txHash(Number(amount)),
});

function auction(bids: readonly Bid[], change: Partial<Auction> = {}): Auction {
  const top = bids.at(-1) ?? null;
  const base = { id: 'a-1', bids, endTime: END, updatedAt: START + bids.length };
  return auctionOf({
    ...base,
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    ...change,
  });
}

describe('the watch over auctions on the real store and the real index', () => {
  it('posts an auction from start to settlement, over restarts, and brings its messages up to date', async () => {
    await using parts = new AsyncDisposableStack();
    const clock = createManualClock(START * 1_000);
    const store = parts.use(
      await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
    );
    await store.addSubscription(
      newSubscription(CHANNEL, {
        topics: ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended'],
        filter: { ending: 5 },
      }),
    );
    const index = createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true });
    const lists: { auctions: readonly Auction[] } = { auctions: [] };
    const source = createModelAuctions(() => lists.auctions);
    const woken: string[] = [];
    const begin = () =>
      createRealWatch({
        source,
        store: store,
        index,
        clock,
        wake: (channelIds) => woken.push(...channelIds),
      });
    const { signal } = new AbortController();
    /** Posts what waits, as a channel's queue does, and returns what that was. */
    async function post(): Promise<readonly string[]> {
      const posted: string[] = [];
      for (;;) {
        const { pending } = await store.channelWork(CHANNEL, 1);
        const [next] = pending;
        if (next === undefined) return posted;
        const at = clock.now();
        const base = { channelId: CHANNEL, deliveryIds: [next.id], layout: 'card', pingRoleIds: [] } as const;
        const { id } = await store.startPost({ ...base, nonce: `n${next.id}`, at });
        await store.markSent(id, { messageId: String(next.id), at, publish: false });
        posted.push(next.alert.key);
      }
    }
    async function show(...auctions: readonly Auction[]): Promise<readonly string[]> {
      lists.auctions = auctions;
      await using watch = begin();
      await watch.tick(signal);
      return post();
    }

    expect(await show()).toEqual([]);
    expect(await show(auction([]))).toEqual(['auction_started:a-1']);
    expect(await show(auction([bid(10n, 1)]))).toEqual([]);
    expect(await show(auction([bid(10n, 1), bid(12n, 2)]))).toEqual([]);
    {
      await using watch = begin();
      await watch.tick(signal);
      await clock.advance(116 * MINUTE * 1_000);
    }
    expect(await post()).toEqual(['auction_ending:a-1:5']);
    await clock.advance(5 * MINUTE * 1_000);
    const bids = [bid(10n, 1), bid(12n, 2)];
    expect(await show(auction(bids))).toEqual(['auction_ended:a-1']);
    woken.length = 0;
    const settled = { active: false, finalizedAt: END + 1_064, updatedAt: END + 1_064 };
    expect(await show(auction(bids, settled))).toEqual([]);
    expect(woken).toEqual([CHANNEL]);
    const { staleMessages } = await store.channelWork(CHANNEL, 10);
    expect(staleMessages[0]?.alerts[0]).toMatchObject({
      ...{
        topic: 'auction_ended',
        status: 'sold',
        leader: address(2),
        highestBid: 12n,
        finalizedAt: END + 1_064,
      },
      ...{ token: { tokenName: 'Punk #7' }, floor: 7n },
    });
  });
});
