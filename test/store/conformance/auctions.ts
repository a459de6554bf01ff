import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  GENERAL,
  ingestionOf,
  ruleFor,
  SALES,
  to,
  waitingKeys,
} from '../samples.ts';
import { address, number, optionalAddress, optionalAmount, PLAIN, text, tokenId } from './any-alert.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const time = fc.option(number);
const bids = fc.array(
  fc.record({ bidder: optionalAddress, amount: fc.bigInt(), at: time, txHash: fc.option(text) }, PLAIN),
  { maxLength: 3 },
);

/** Of an auction in another coin than the chain's own. */
const coined = fc.record(
  {
    currency: address,
    coin: fc.record({ symbol: text, decimals: number }, PLAIN),
  },
  { ...PLAIN, requiredKeys: ['currency'] },
);

const tracked: fc.Arbitrary<TrackedAuction> = fc.record(
  {
    auction: fc
      .tuple(
        fc.record(
          {
            id: text,
            auctionId: fc.option(text),
            collection: address,
            tokenId,
            standard: fc.option(fc.constantFrom('721' as const, '1155' as const)),
            quantity: fc.bigInt(),
            seller: optionalAddress,
            startingPrice: optionalAmount,
            active: fc.boolean(),
            startTime: time,
            endTime: time,
            bids,
            highestBid: optionalAmount,
            highestBidder: optionalAddress,
            finalizedAt: time,
            cancelledAt: time,
            createdAt: time,
            updatedAt: time,
            listedAs: fc.option(
              fc.constantFrom('active' as const, 'completed' as const, 'cancelled' as const),
            ),
          },
          PLAIN,
        ),
        fc.option(coined),
      )
      .map(([one, coin]) => ({ ...one, ...coin })),
    seenAt: number,
    behindMs: number,
    missingSince: time,
    extensions: fc.nat(),
    latenessMs: number,
    addressed: fc.boolean(),
    announced: fc.record(
      {
        started: fc.boolean(),
        bids,
        endings: fc.array(fc.constantFrom(5, 10, 30, 60), { maxLength: 4 }),
        ended: fc.boolean(),
        cancelled: fc.boolean(),
        result: fc.option(fc.record({ bid: text, final: fc.boolean() }, PLAIN)),
      },
      PLAIN,
    ),
  },
  PLAIN,
);

/** Auctions of which the first two have ids of their own, always the same. */
const [FIRST, SECOND] = fc
  .sample(tracked, { numRuns: 2, seed: 1 })
  .map((one, index) => ({ ...one, auction: { ...one.auction, id: `a-${index}` } }));

/** A watched auction with this id. */
export function trackedAuction(id: string): TrackedAuction {
  if (FIRST === undefined) throw new Error('There is no auction to copy.');
  return { ...FIRST, auction: { ...FIRST.auction, id } };
}

/** The contract of `AuctionStore`. */
export function describeAuctions(harness: StoreHarness): void {
  describe('tracked auctions', () => {
    const given = storeForEachTest(harness);
    if (FIRST === undefined || SECOND === undefined) throw new Error('Two samples were asked for.');
    const [first, second] = [FIRST, SECOND];

    it('are `null` before the first poll, and listed from then on, also when it found none', async () => {
      await expect(given.store.trackedAuctions()).resolves.toBeNull();
      await given.store.ingestAuctions(auctionIngestionOf([], { baseline: true }));
      await expect(given.store.trackedAuctions()).resolves.toEqual([]);
    });

    it('are `null` until the last part of the first poll', async () => {
      const part = { baseline: true, isPart: true, tracked: [first] };
      await given.store.ingestAuctions(auctionIngestionOf([], part));
      await expect(given.store.trackedAuctions()).resolves.toBeNull();
      await given.store.ingestAuctions(auctionIngestionOf([], { baseline: true, tracked: [second] }));
      await expect(given.store.trackedAuctions()).resolves.toStrictEqual([first, second]);
    });

    it('come back as they were given, in the order in which they were first seen', async () => {
      await given.store.ingestAuctions(auctionIngestionOf([], { tracked: [first, second] }));
      const changed = { ...first, extensions: 7 };
      await given.store.ingestAuctions(auctionIngestionOf([], { tracked: [changed] }));
      await expect(given.store.trackedAuctions()).resolves.toStrictEqual([changed, second]);
    });

    it('come back whatever they hold', async () => {
      await fc.assert(
        fc.asyncProperty(tracked, async (one) => {
          const id = one.auction.id;
          await given.store.ingestAuctions(auctionIngestionOf([], { tracked: [one] }));
          await expect(given.store.trackedAuctions()).resolves.toStrictEqual([one]);
          await given.store.ingestAuctions(auctionIngestionOf([], { dropped: [id] }));
          await expect(given.store.trackedAuctions()).resolves.toEqual([]);
        }),
        { numRuns: harness.randomAlerts },
      );
    });

    it('have the states announced last, if any', async () => {
      const latestContent = auctionAlert({
        liveKey: `auction:${first.auction.id}`,
        auction: first.auction.id,
      });
      const topics = [
        { key: `auction:${first.auction.id}`, state: latestContent },
        { key: 'auction:unknown', state: auctionAlert({ liveKey: 'auction:unknown' }) },
      ];
      await expect(given.store.auctionStates()).resolves.toEqual([]);
      await given.store.ingestAuctions(auctionIngestionOf([], { tracked: [first, second], topics }));
      await expect(given.store.auctionStates()).resolves.toStrictEqual([latestContent]);
    });

    it('are dropped by their ids, known or not', async () => {
      await given.store.ingestAuctions(auctionIngestionOf([], { tracked: [first, second] }));
      await given.store.ingestAuctions(auctionIngestionOf([], { dropped: [first.auction.id, 'unknown'] }));
      await expect(given.store.trackedAuctions()).resolves.toEqual([second]);
    });

    it('are ingested with their alerts, each once, also when the feed announced one already', async () => {
      const alert = auctionAlert({ key: 'auction_started:1' });
      await expect(
        given.store.ingestAuctions(auctionIngestionOf([addressed(alert, SALES)])),
      ).resolves.toEqual([SALES]);
      await expect(
        given.store.ingestAuctions(auctionIngestionOf([addressed(alert, SALES)])),
      ).resolves.toEqual([]);
      await expect(given.store.ingest(ingestionOf([addressed(alert, SALES)]))).resolves.toEqual([]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['auction_started:1']);
    });

    it('confirm an end only in channels that did not get it', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.addSubscription(ruleFor(GENERAL));
      const end = auctionAlert({ key: 'auction_ended:a', topic: 'auction_ended', auction: 'a' });
      const confirmed = { ...end, key: 'auction_ended:a:result', confirms: 'same' as const };
      await given.store.ingestAuctions(auctionIngestionOf([addressed(end, SALES)]));
      const channels = [to(SALES, { skipIfLive: true }), to(GENERAL, { skipIfLive: true })];
      await given.store.ingestAuctions(auctionIngestionOf([{ alert: confirmed, channels }]));
      expect(await waitingKeys(given.store, SALES)).toEqual(['auction_ended:a']);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['auction_ended:a:result']);
    });

    it('name one channel one end, whichever of its alerts is decided first', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      const end = auctionAlert({ key: 'auction_ended:a', topic: 'auction_ended' });
      const results = ['first', 'second'].map((bid) => {
        const confirmed = { ...end, key: `auction_ended:a:${bid}`, confirms: 'other' as const };
        return { alert: confirmed, channels: [to(SALES, { skipIfLive: true })] };
      });
      for (const result of results) await given.store.ingestAuctions(auctionIngestionOf([result]));
      const late = { alert: end, channels: [to(SALES, { skipIfLive: true })], undecided: null };
      await given.store.rebuildAlerts({
        at: given.now,
        revised: [{ ...late, since: given.now, version: null }],
      });
      expect(await waitingKeys(given.store, SALES)).toEqual(['auction_ended:a:first']);
    });

    it('leave nothing behind when they fail half-way', async () => {
      const poisoned = {
        alert: auctionAlert(),
        get channels(): never {
          throw new Error('half-way');
        },
      };
      const ingest = auctionIngestionOf([poisoned], { tracked: [first], baseline: true });
      await expect(given.store.ingestAuctions(ingest)).rejects.toThrow('half-way');
      await expect(given.store.trackedAuctions()).resolves.toBeNull();
    });
  });

  describe('an alert that rules asked for', () => {
    const given = storeForEachTest(harness);

    it('dates their last match, also where the channel gets no new message, and never back', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      const other = await given.store.addSubscription(ruleFor(SALES, { topics: ['auction_bid'] }));
      const channels = [to(SALES, { subscriptionIds: [subscription.id], skipIfLive: true })];
      const alertAt = (at: number) =>
        auctionIngestionOf([{ alert: auctionAlert({ key: `k${at}` }), channels }], { at });
      await given.store.ingestAuctions(alertAt(10));
      await given.store.ingestAuctions(alertAt(30));
      await given.store.ingestAuctions(alertAt(20));
      const dates = (await given.store.allSubscriptions()).map((one) => [one.id, one.lastMatchAt]);
      expect(dates).toEqual([
        [subscription.id, 30],
        [other.subscription.id, null],
      ]);
    });
  });
}
