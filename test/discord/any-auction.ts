import fc from 'fast-check';
import { namedCoin } from '#src/chain/coins.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { address, txHash } from '../support/build-activity.ts';

const LARGEST = 2n ** 256n - 1n;
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });

const wei = fc.oneof(
  fc.constantFrom(0n, 1n, 10n ** 18n, 10n ** 24n, LARGEST),
  fc.bigInt({ min: 0n, max: LARGEST }),
);
const wallet = fc.constantFrom(address(0xb0), address(0x5e), address(0));
const moment = fc.constantFrom(0, 1_767_225_600, 1_767_229_200, 253_402_300_800, 1e15, -1);

/** An auction with the given changes. Default: one bid of 2 ETH by 0xb0, running until 1,767,229,200. */
export function auctionOf(change: Partial<Auction> = {}): Auction {
  return {
    id: `${txHash(1)}-${address(0xc0)}-9`,
    auctionId: '9',
    collection: address(0xc0),
    tokenId: '7',
    standard: '721',
    quantity: 1n,
    seller: address(0x5e),
    startingPrice: 10n ** 18n,
    active: true,
    startTime: 1_767_225_600,
    endTime: 1_767_229_200,
    bids: [{ bidder: address(0xb0), amount: 2n * 10n ** 18n, at: 1_767_225_700, txHash: txHash(2) }],
    highestBid: 2n * 10n ** 18n,
    highestBidder: address(0xb0),
    finalizedAt: null,
    cancelledAt: null,
    createdAt: 1_767_225_600,
    updatedAt: 1_767_225_700,
    listedAs: null,
    ...change,
  };
}

const bid = fc.record({
  bidder: sometimes(wallet),
  amount: wei,
  at: sometimes(moment),
  txHash: sometimes(fc.constant(txHash(2))),
});

/** Arbitrary auctions, with every kind of missing or odd data. */
export const anyAuction: fc.Arbitrary<Auction> = fc.record({
  id: fc.string(),
  auctionId: sometimes(fc.constantFrom('0', '9', LARGEST.toString())),
  collection: fc.constantFrom(address(0xc0), address(0xc1)),
  tokenId: fc.constantFrom('0', '7', '9'.repeat(77), LARGEST.toString()),
  standard: fc.constantFrom('721', '1155', null),
  quantity: fc.constantFrom(1n, 5n, LARGEST),
  seller: sometimes(wallet),
  startingPrice: sometimes(wei),
  currency: fc.constantFrom(undefined, undefined, address(0xcc), namedCoin('USDC'), namedCoin('_F*o|o`')),
  coin: fc.constantFrom(undefined, { symbol: 'USDC', decimals: 6 }, { symbol: '', decimals: 36 }),
  active: fc.boolean(),
  startTime: sometimes(moment),
  endTime: sometimes(moment),
  bids: fc.oneof(
    fc.array(bid, { maxLength: 8 }),
    bid.map((one) => Array.from({ length: 500 }, () => one)),
  ),
  highestBid: sometimes(wei),
  highestBidder: sometimes(wallet),
  finalizedAt: sometimes(moment),
  cancelledAt: sometimes(moment),
  createdAt: sometimes(moment),
  updatedAt: sometimes(moment),
  listedAs: sometimes(fc.constantFrom('active', 'completed', 'cancelled')),
});
