import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordOf, START_MS, start } from './support/start.ts';

const PUNKS = '../shared/fixtures/replay/cryptopunks';
const absent = !existsSync(join(PUNKS, 'sales.jsonl'));

describe.skipIf(absent)(`the recording in ${PUNKS}${absent ? ' (skipped: it is not there)' : ''}`, () => {
  const recorded = (file: string): readonly Record<string, unknown>[] =>
    readFileSync(join(PUNKS, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => recordOf(JSON.parse(line)));

  it('is shown whole, in order, and as it was recorded', async () => {
    await using marketplace = await start({ replay: [PUNKS], speed: 3600 });
    const names = new Map(recorded('tokens.jsonl').map((one) => [one['tokenId'], one['name']]));
    marketplace.passTime(3_600_000);
    const shown = marketplace.ledger.records().map((record) => ({
      tokenId: record.tokenId,
      tokenName: record.tokenName,
      price: record.price?.toString(),
      seller: record.seller,
      buyer: record.buyer,
      txHash: record.txHash,
      logIndex: record.logIndex,
    }));
    const expected = recorded('sales.jsonl').map((sale) => ({
      ...sale,
      tokenName: names.get(sale['tokenId']),
      timestamp: undefined,
    }));
    expect(expected.length).toBeGreaterThan(3000);
    expect(shown).toEqual(expected);
  });

  it('has its traits and names in the token list', async () => {
    await using marketplace = await start({ replay: [PUNKS], startPaused: true });
    const [collection] = marketplace.collections();
    const page = await marketplace.list(
      `/api/tokens/collection/${collection?.address}?sortBy=tokenId&sortOrder=asc&limit=100`,
      'tokens',
    );
    const simple = page.map((one) => ({
      tokenId: String(one['tokenId']),
      name: one['name'],
      attributes: recordOf(one['metadata'])['attributes'],
    }));
    expect(simple).toEqual(recorded('tokens.jsonl').slice(0, 100));
  });
});

const CASH = '../shared/fixtures/replay/cash-auctions';
const noAuctions = !existsSync(join(CASH, 'auctions.jsonl'));

describe.skipIf(noAuctions)(
  `the recording in ${CASH}${noAuctions ? ' (skipped: it is not there)' : ''}`,
  () => {
    it('is played whole: every bid, end, settlement and winner as it was recorded', async () => {
      await using marketplace = await start({ replay: [CASH], speed: 3600 });
      marketplace.passTime(60_000);
      const recorded = readFileSync(join(CASH, 'auctions.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => recordOf(JSON.parse(line)));
      const startsAt = Math.min(...recorded.map((one) => Number(one['startTime']))) - 1;
      const seconds = (ms: number): number => Math.round(((ms - START_MS) * 3600) / 1000) + startsAt;
      const played = marketplace.ledger.auctions().map((auction) => ({
        auctionId: auction.number,
        tokenId: auction.tokenId,
        seller: auction.seller,
        startingPrice: String(auction.startingPrice),
        startTime: seconds(auction.startedAtMs),
        endTime: seconds(auction.endsAtMs),
        finalizedAt: seconds(auction.close?.atMs ?? 0),
        bids: auction.bids.map(({ bidder, amount, txHash, atMs }) => ({
          bidder,
          amount: String(amount),
          timestamp: seconds(atMs),
          txHash,
        })),
      }));
      const byId = (left: object, right: object): number =>
        Number(recordOf(left)['auctionId']) - Number(recordOf(right)['auctionId']);
      expect(played.toSorted(byId)).toEqual(recorded.toSorted(byId));
      expect(played.flatMap(({ bids }) => bids)).toHaveLength(175);
    });
  },
);
