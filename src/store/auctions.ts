import { z } from 'zod';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { auctionLiveKey } from '#src/alerts/auctions/auction-alerts.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { isAuction } from '#src/alerts/kinds/auction/schema.ts';
import { address, bigint } from '#src/chain/codecs.ts';
import { eachInSteps } from '#src/chain/steps.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import { marketAlertJson } from './alerts.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { versionedJson } from './database/json.ts';
import { inChunks } from './database/lists.ts';
import type { Ingestion } from './ingestion.ts';
import type { AuctionBatch } from './model/ingest-batch.ts';

const time = z.number().nullable();

const bids = z.array(
  z.object({ bidder: address.nullable(), amount: bigint, at: time, txHash: z.string().nullable() }),
);

const auction = z.object({
  id: z.string(),
  auctionId: z.string().nullable(),
  collection: address,
  tokenId: z.string(),
  standard: z.enum(['721', '1155']).nullable(),
  quantity: bigint,
  seller: address.nullable(),
  startingPrice: bigint.nullable(),
  currency: address.optional(),
  coin: z.object({ symbol: z.string(), decimals: z.number() }).optional(),
  active: z.boolean(),
  startTime: time,
  endTime: time,
  bids,
  bidCount: z.number().optional(),
  highestBid: bigint.nullable(),
  highestBidder: address.nullable(),
  finalizedAt: time,
  cancelledAt: time,
  createdAt: time,
  updatedAt: time,
  listedAs: z.enum(['active', 'completed', 'cancelled']).nullable(),
});

const trackedJson = versionedJson<TrackedAuction>(
  'an auction',
  1,
  z.object({
    auction,
    seenAt: z.number(),
    behindMs: z.number(),
    missingSince: time,
    extensions: z.number(),
    latenessMs: z.number().default(0),
    addressed: z.boolean(),
    announced: z.object({
      started: z.boolean(),
      bids,
      endings: z.array(z.number()),
      ended: z.boolean(),
      cancelled: z.boolean(),
      result: z.object({ bid: z.string(), final: z.boolean() }).nullable().default(null),
    }),
  }),
);

/**
 * Auctions written per statement. An auction with sixty bids takes 23 KB, and the database yields only between
 * statements.
 */
const AUCTIONS_IN_STATEMENT = 50;

/** Resolves to whether the first poll was ingested. */
async function hasBaseline(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('auctionState').select('id').executeTakeFirst()) !== undefined;
}

async function saveAuctions(
  transaction: Transaction,
  { tracked, dropped, at, isPart = false }: Pick<AuctionBatch, 'tracked' | 'dropped' | 'at' | 'isPart'>,
): Promise<void> {
  if (!isPart)
    await transaction
      .insertInto('auctionState')
      .values({ id: 1, baselineAt: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  const latest = new Map(tracked.map((one) => [one.auction.id, one]));
  for (const chunk of inChunks([...latest.values()], AUCTIONS_IN_STATEMENT)) {
    await transaction
      .insertInto('auctions')
      .values(
        chunk.map((one) => ({
          auctionId: one.auction.id,
          liveKey: auctionLiveKey(one.auction.id),
          payload: trackedJson.write(one),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('auctionId').doUpdateSet(({ ref }) => ({ payload: ref('excluded.payload') })),
      )
      .execute();
  }
  for (const chunk of inChunks(dropped))
    await transaction.deleteFrom('auctions').where('auctionId', 'in', chunk).execute();
}

/** Creates the transactions of tracked auctions. */
export function createAuctionStore(database: Database, ingestion: Ingestion) {
  return {
    /** Resolves to the tracked auctions; `null` before the first poll was ingested. */
    async trackedAuctions(): Promise<readonly TrackedAuction[] | null> {
      const rows = await database.read('trackedAuctions', async (queries) => {
        if (!(await hasBaseline(queries))) return null;
        return queries.selectFrom('auctions').select('payload').orderBy('id').execute();
      });
      if (rows === null) return null;
      const tracked: TrackedAuction[] = [];
      const reading = eachInSteps(rows, 1, ({ payload }) => tracked.push(trackedJson.read(payload)));
      await finishInChunks(reading);
      return tracked;
    },

    /** Resolves to the number of tracked auctions; `null` before the first poll. */
    countTrackedAuctions: (): Promise<number | null> =>
      database.read('countTrackedAuctions', async (queries) => {
        if (!(await hasBaseline(queries))) return null;
        const { count } = await queries
          .selectFrom('auctions')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return count;
      }),

    /** Resolves to the live states of the tracked auctions that were announced. */
    auctionStates: (): Promise<readonly AuctionAlert[]> =>
      database.read('auctionStates', async (queries) => {
        const rows = await queries
          .selectFrom('auctions')
          .innerJoin('liveStates', 'liveStates.key', 'auctions.liveKey')
          .select('liveStates.payload')
          .orderBy('auctions.id')
          .execute();
        return rows.map(({ payload }) => marketAlertJson.read(payload)).filter(isAuction);
      }),

    /**
     * Ingests a poll like `FeedStore.ingest`: one transaction, each alert once. Resolves to the channels with changes.
     */
    ingestAuctions: (batch: AuctionBatch): Promise<readonly string[]> =>
      ingestion.ingest('ingestAuctions', async (transaction) => {
        const { tracked, dropped, alerts, topics, detected = [] } = batch;
        const isEmpty = [tracked, dropped, alerts, topics, detected].every(({ length }) => length === 0);
        if (isEmpty && (await hasBaseline(transaction))) return null;
        await saveAuctions(transaction, batch);
        return batch;
      }),
  };
}

export type AuctionStore = ReturnType<typeof createAuctionStore>;
