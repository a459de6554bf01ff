import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { collectionChart } from '#commands/collection/collection-charts.ts';
import { computeRecap } from '#src/alerts/recaps/compute-recap.ts';
import type { Address } from '#src/chain/address.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import { countTurns } from '../../support/count-turns.ts';
import { openFile, temporaryFolder } from './folder.ts';

/** As in a year of 550 a day. */
const SALES = 200_000;
const SPACING = 157;
const START = 1_700_000_000;
const END = START + SALES * SPACING;
/** How often the rest of the process gets a turn meanwhile, at least. */
const LEAST_TURNS = { reading: 200, drawing: 100, summingUp: 10_000 } as const;
const [APES, DERPS]: readonly [Address, Address] = [`0x${'a'.repeat(40)}`, `0x${'d'.repeat(40)}`];

/** Every fifth sale is one of derps. Written with SQL, because the store would take minutes. */
function fill(file: string): void {
  const db = new Database(file);
  db.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers LIMIT ${SALES})
    INSERT INTO trades (key, collection, token_id, seller, buyer, price, quantity, at)
    SELECT 'sale:' || n, iif(n % 5 = 0, '${DERPS}', '${APES}'), CAST(n % 9973 AS TEXT),
      '0x' || printf('%040x', n % 977), '0x' || printf('%040x', 5000 + n % 1009),
      CAST(1000000000000000000 + n AS TEXT), '1', ${START} + n * ${SPACING}
    FROM numbers`);
  db.close();
}

describe('the sales of a year', () => {
  it('are all read, drawn and summed up, and never hold up the rest of the process', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using store = await openFile(file);
    fill(file);
    const all = { from: 0, to: END };

    const reading = await countTurns(() => store.salesBetween({ collections: [DERPS, APES], ...all }));
    const sales = reading.result;
    const drawing = await countTurns(() =>
      finishInChunks(
        collectionChart(
          { points: [], trades: sales, readSince: START, gaps: [] },
          { what: 'volume', period: 'all', now: END, timeZone: 'Europe/Berlin' },
        ),
      ),
    );

    const summingUp = await countTurns(() =>
      finishInChunks(
        computeRecap({
          fromBefore: 0,
          from: START + (SALES / 2) * SPACING,
          to: END,
          sales,
          readSince: 0,
          auctions: [],
          points: new Map(),
          single: null,
          nameOf: () => null,
        }),
      ),
    );

    expect(sales).toHaveLength(SALES);
    expect(sales.every(({ at }, index) => at === START + index * SPACING)).toBe(true);
    // All sales are known for ninety days.
    const known = sales.filter(({ at }) => at >= END - 90 * 86_400);
    const expected = known.reduce((sum, { price }) => sum + (price ?? 0n), 0n);
    expect(drawing.result).toMatchObject({ sales: known.length, repeated: 0, volume: expected });
    expect(summingUp.result).toMatchObject({ total: { sales: SALES / 2 }, before: { sales: SALES / 2 } });
    expect(reading.turns).toBeGreaterThan(LEAST_TURNS.reading);
    expect(drawing.turns).toBeGreaterThan(LEAST_TURNS.drawing);
    expect(summingUp.turns).toBeGreaterThan(LEAST_TURNS.summingUp);
  });
});
