import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Trade } from '#src/alerts/trade.ts';
import type { Store } from '#src/store/open.ts';

import { ITEM, ingestionOf, prune } from '../samples.ts';
import { openFile, temporaryFolder } from './folder.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

function trade(key: string, at: number, tokenId = '1'): Trade {
  return {
    key,
    at,
    tokenId,
    collection: ITEM.collection,
    seller: null,
    buyer: null,
    price: 1n,
    quantity: 1n,
  };
}

/** Ingests the trades at the second `at`, and deletes expired rows. */
async function save(store: Store, at: number, ...trades: readonly Trade[]): Promise<void> {
  await store.ingest(ingestionOf([], { at: at * 1_000, trades, seen: [`${at}`] }));
  await prune(store, at * 1_000);
}

function keysIn(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const keys = db.prepare('SELECT key FROM trades ORDER BY key').pluck().all();
  db.close();
  return keys;
}

describe('old trades', () => {
  it('are deleted after 90 days while their token is not traded', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await save(store, DAY, trade('a', DAY), trade('b', 5 * DAY), trade('c', 6 * DAY));
    await save(store, 91 * DAY - HOUR);
    expect(keysIn(folder.path('gavel.db'))).toEqual(['a', 'b', 'c']);
    await save(store, 91 * DAY + 1);
    expect(keysIn(folder.path('gavel.db'))).toEqual(['b', 'c']);
    for (const days of [97, 120, 400]) await save(store, days * DAY);
    expect(keysIn(folder.path('gavel.db'))).toEqual(['b', 'c']);
  });

  it('are deleted when a newer trade of their token replaces them', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await save(store, DAY, trade('a', DAY), trade('other', DAY, '2'));
    await save(store, 200 * DAY);
    expect(keysIn(folder.path('gavel.db'))).toEqual(['a', 'other']);
    await save(store, 201 * DAY, trade('b', 201 * DAY));
    expect(keysIn(folder.path('gavel.db'))).toEqual(['b', 'other']);
  });
});
