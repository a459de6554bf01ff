import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  type AuctionRecord,
  auctionRecord,
  type CollectionRecord,
  collectionRecord,
  type SaleRecord,
  saleRecord,
  type TokenRecord,
  tokenRecord,
} from './records.ts';
import { ReplayError } from './replay-error.ts';

/** The contents of a recorded collection's folder. */
export interface Recording {
  readonly collection: CollectionRecord;
  readonly tokens: readonly TokenRecord[];
  /** Oldest first; empty for a folder that only has auctions. */
  readonly sales: readonly SaleRecord[];
  /** In the order of the file; empty for a folder that only has sales. */
  readonly auctions: readonly AuctionRecord[];
}

/** Reads a folder. Throws a ReplayError that names the file, and the line where there is one. */
export async function readRecording(folder: string): Promise<Recording> {
  const collectionFile = join(folder, 'collection.json');
  const collection = check(collectionRecord, await readText(collectionFile), collectionFile);
  const tokens = (await readLines(tokenRecord, join(folder, 'tokens.jsonl'))).map(({ value }) => value);
  const salesFile = join(folder, 'sales.jsonl');
  const sales = await readLines(saleRecord, salesFile, 'may be missing');
  const known = new Set(tokens.map((token) => token.tokenId));
  let before = Number.NEGATIVE_INFINITY;
  for (const { value, line } of sales) {
    const place = `${salesFile} line ${line}`;
    if (!known.has(value.tokenId)) throw new ReplayError(place, `tokens.jsonl has no token ${value.tokenId}`);
    if (value.timestamp < before) throw new ReplayError(place, 'is older than the line before it');
    before = value.timestamp;
  }
  const auctionsFile = join(folder, 'auctions.jsonl');
  const auctions = await readLines(auctionRecord, auctionsFile, 'may be missing');
  for (const { value, line } of auctions) checkAuction(value, known, `${auctionsFile} line ${line}`);
  return {
    collection,
    tokens,
    sales: sales.map(({ value }) => value),
    auctions: auctions.map(({ value }) => value),
  };
}

function checkAuction(auction: AuctionRecord, known: ReadonlySet<string>, place: string): void {
  const { tokenId, startTime, endTime, finalizedAt, bids, startingPrice } = auction;
  if (!known.has(tokenId)) throw new ReplayError(place, `tokens.jsonl has no token ${tokenId}`);
  if (endTime <= startTime) throw new ReplayError(place, 'ends before it starts');
  if (finalizedAt !== null && finalizedAt < endTime)
    throw new ReplayError(place, 'is settled before it ends');
  let before = { timestamp: startTime, amount: startingPrice - 1n };
  for (const bid of bids) {
    if (bid.timestamp < before.timestamp || bid.timestamp >= endTime || bid.amount <= before.amount) {
      throw new ReplayError(place, `the bid ${bid.txHash} is out of order`);
    }
    before = bid;
  }
}

interface ReadLine<T> {
  readonly line: number;
  readonly value: T;
}

async function readLines<T extends z.ZodType>(
  schema: T,
  file: string,
  presence: 'must be there' | 'may be missing' = 'must be there',
): Promise<readonly ReadLine<z.infer<T>>[]> {
  const text = await readText(file, presence);
  return text
    .split('\n')
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '')
    .map(({ content, line }) => ({ line, value: check(schema, content, `${file} line ${line}`) }));
}

async function readText(
  file: string,
  presence: 'must be there' | 'may be missing' = 'must be there',
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing && presence === 'may be missing') return '';
    throw new ReplayError(file, missing ? 'is not there' : 'cannot be read', error);
  }
}

function check<T extends z.ZodType>(schema: T, text: string, place: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ReplayError(place, 'is not JSON', error);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim());
  throw new ReplayError(place, reasons.join('; '), result.error);
}
