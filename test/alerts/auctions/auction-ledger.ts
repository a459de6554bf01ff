import fc from 'fast-check';
import type { Address } from '#src/chain/address.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { address, txHash } from '../../support/build-activity.ts';

/** The true history of an auction, as on a chain. All times in epoch seconds. */
export interface AuctionLedger {
  readonly createdAt: number;
  readonly startTime: number;
  /** In order; each with the end time after it. */
  readonly bids: readonly (Bid & {
    readonly at: number;
    readonly bidder: Address;
    readonly endTime: number;
  })[];
  readonly firstEnd: number;
  readonly cancelledAt: number | null;
  /** `null` for never. */
  readonly settledAt: number | null;
  /** Whether records contain their update time. */
  readonly dated: boolean;
}

const START = Date.UTC(2026, 0, 1) / 1_000;
/** A bid within this time before the end extends the end to this time after the bid. */
const WINDOW = 300;

/** The end time after all events until `at`. */
export function endAt(ledger: AuctionLedger, at: number): number {
  return ledger.bids.findLast((bid) => bid.at <= at)?.endTime ?? ledger.firstEnd;
}

/** What the marketplace shows at `at`; `null` before there is anything. */
export function recordAt(ledger: AuctionLedger, at: number): Auction | null {
  if (at < ledger.createdAt) return null;
  const bids = ledger.bids.filter((bid) => bid.at <= at);
  const top = bids.at(-1);
  const settled = ledger.settledAt !== null && ledger.settledAt <= at;
  const cancelled = ledger.cancelledAt !== null && ledger.cancelledAt <= at;
  const times = [
    ledger.createdAt,
    ...bids.map((bid) => bid.at),
    ...(settled && ledger.settledAt !== null ? [ledger.settledAt] : []),
    ...(cancelled && ledger.cancelledAt !== null ? [ledger.cancelledAt] : []),
  ];
  return {
    id: 'a-1',
    auctionId: '1',
    collection: address(0xc0),
    tokenId: '7',
    standard: '721',
    quantity: 1n,
    seller: address(0x5e),
    startingPrice: 10n,
    active: !settled && !cancelled,
    startTime: ledger.startTime,
    endTime: endAt(ledger, at),
    bids: bids.map(({ bidder, amount, at: bidAt, txHash }) => ({ bidder, amount, at: bidAt, txHash })),
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    finalizedAt: settled ? ledger.settledAt : null,
    // Without update times, a cancellation needs a field of its own to be distinguished from an end.
    cancelledAt: cancelled && !ledger.dated ? ledger.cancelledAt : null,
    createdAt: ledger.createdAt,
    updatedAt: ledger.dated ? Math.max(...times) : null,
    listedAs: null,
  };
}

const step = fc.record({
  /** Position between the last event and the end; 1 is the last second. */
  where: fc.oneof(fc.double({ min: 0, max: 0.6, noNaN: true }), fc.constant(1)),
  bidder: fc.integer({ min: 1, max: 3 }),
  raise: fc.bigInt({ min: 1n, max: 10n }),
});

/** Any history: bids and self-raises, the first equal to the start or not, ends that move, cancelled, settled late or never. */
export const anyLedger: fc.Arbitrary<AuctionLedger> = fc
  .record({
    announced: fc.constantFrom(0, 0, 600),
    duration: fc.integer({ min: 120, max: 7_200 }),
    steps: fc.array(step, { maxLength: 12 }),
    extends: fc.boolean(),
    cancelled: fc.option(fc.double({ min: 0, max: 0.9, noNaN: true }), { freq: 4 }),
    settlement: fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 6 }),
    dated: fc.boolean(),
  })
  .map(({ announced, duration, steps, extends: moves, cancelled, settlement, dated }) => {
    let endTime = START + duration;
    let last = START;
    let amount = 9n;
    const bids = steps.flatMap(({ where, bidder, raise }, number) => {
      const at = Math.max(last + 1, Math.floor(last + where * (endTime - 1 - last)));
      if (at >= endTime) return [];
      last = at;
      amount += raise;
      if (moves && endTime - at < WINDOW) endTime = at + WINDOW;
      return [{ bidder: address(bidder), amount, at, txHash: txHash(number), endTime }];
    });
    // Within a minute of a bid, the two records could not be distinguished.
    const from = bids.length === 0 ? last + 1 : last + 61;
    const cancelledAt =
      cancelled === null || from >= endTime ? null : Math.floor(from + cancelled * (endTime - 1 - from));
    return {
      createdAt: START - announced,
      startTime: START,
      bids,
      firstEnd: START + duration,
      cancelledAt: cancelledAt !== null && cancelledAt > last ? cancelledAt : null,
      settledAt:
        settlement === null || (cancelledAt !== null && cancelledAt > last) ? null : endTime + settlement,
      dated,
    };
  });
