import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { alertSchema } from '#src/alerts/kinds/registry.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { postOf } from '../discord/views/any-alert.ts';
import { viewContext } from '../discord/views/view-context.ts';
import type { RecordedSale } from '../support/recorded-sales.ts';

const FOLDER = '../shared/fixtures/replay';
/** Real sales and auctions are not part of the project, so only hashes of their messages are stored. */
export const REPLAY_HASHES = new URL('messages/replays.json', import.meta.url);
const EVERY_NTH_SALE = 100;

/** Whether the recordings are on this machine. */
export const hasReplays = existsSync(FOLDER);

interface Auction {
  readonly auctionId: number;
  readonly tokenId: string;
  readonly seller: string;
  readonly startingPrice: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly finalizedAt: number;
  readonly bids: readonly { readonly bidder: string; readonly amount: string; readonly timestamp: number }[];
}

const COLLECTION = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb';

function linesOf(recording: string, file: string): readonly unknown[] {
  const text = readFileSync(`${FOLDER}/${recording}/${file}`, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function token(tokenId: string, name: string) {
  return {
    collection: COLLECTION,
    collectionName: 'Recorded',
    tokenId,
    tokenName: `${name} #${tokenId}`,
    image: null,
    rarity: null,
    attributes: [],
    quantity: '1',
  };
}

function saleOf(sale: RecordedSale): unknown {
  const { timestamp, tokenId, price, seller, buyer, txHash, logIndex } = sale;
  const item = { ...token(tokenId, 'Punk'), price, currency: null, seller, priceContext: null };
  const key = `sale:tx:${txHash}:${logIndex}:${tokenId}`;
  return { kind: 'sale', topic: 'sale', key, liveKey: null, item, buyer, txHash, occurredAt: timestamp };
}

function auctionOf(auction: Auction): unknown {
  const { auctionId, tokenId, seller, startingPrice, startTime, endTime, finalizedAt, bids } = auction;
  const [last, before] = bids.toReversed();
  return {
    kind: 'auction',
    topic: 'auction_ended',
    key: `auction_ended:${auctionId}`,
    liveKey: `auction:${auctionId}`,
    auction: String(auctionId),
    auctionId: String(auctionId),
    token: token(tokenId, 'Recorded'),
    seller,
    startingPrice,
    startTime,
    endTime,
    status: last === undefined ? 'unsold' : 'sold',
    leader: last?.bidder ?? null,
    highestBid: last?.amount ?? null,
    bidCount: bids.length,
    outbid: before?.bidder ?? null,
    latestBids: bids
      .toReversed()
      .slice(0, 5)
      .map(({ bidder, amount, timestamp }) => ({ bidder, amount, at: timestamp })),
    extensions: 0,
    finalizedAt,
    floor: null,
    lastPrice: null,
    leads: [],
    txHash: null,
    occurredAt: endTime,
  };
}

function hashOf(alert: unknown): string {
  const post = postOf([alertSchema.parse(alert)]);
  const body = alertMessage(post, viewContext(), 'normal');
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** The hash of the message of each recorded auction and of every hundredth recorded sale, by recording and number. */
export function replayHashes(): Readonly<Record<string, string>> {
  const sales = ['cryptopunks', 'cryptopunks-to-2021'].flatMap((recording) =>
    (linesOf(recording, 'sales.jsonl') as readonly RecordedSale[])
      .filter((_sale, index) => index % EVERY_NTH_SALE === 0)
      .map((sale, index) => [`${recording} sale ${index * EVERY_NTH_SALE}`, hashOf(saleOf(sale))] as const),
  );
  const auctions = (linesOf('cash-auctions', 'auctions.jsonl') as readonly Auction[]).map(
    (auction) => [`cash-auctions auction ${auction.auctionId}`, hashOf(auctionOf(auction))] as const,
  );
  return Object.fromEntries([...sales, ...auctions]);
}

/** The stored hashes. */
export function savedReplayHashes(): unknown {
  return JSON.parse(readFileSync(REPLAY_HASHES, 'utf8'));
}
