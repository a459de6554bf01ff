import type { Database } from 'better-sqlite3';
import type {
  GapEvidence,
  GapSize,
  OpenGaps,
  ReadingSpan,
  SalesCount,
  SalesReading,
} from '../../../domain/gap-size.ts';
import type { FeedGap } from '../../../domain/ingest.ts';
import type { SizedGap } from '../../health-store.ts';
import { readGap, readGapSize, readGrowth, readOpenGap } from '../../rows/gap.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** Two hours of readings at their normal interval. */
const READINGS_KEPT = 12;

/** Tables feed_gaps, gap_sizes and sales_totals. */
export interface GapTables {
  /** @param since when something was last ingested before it, epoch ms */
  record(gap: FeedGap, since: number | null): void;
  /** Those noticed at this time (epoch ms) or later, newest first. */
  noticedSince(at: number): readonly SizedGap[];
  noteSales(reading: SalesReading): void;
  open(): OpenGaps;
  evidence(span: ReadingSpan): readonly GapEvidence[];
  close(gapIds: readonly number[], sizes: readonly GapSize[]): void;
}

export const OPEN_GAPS = 'SELECT id, since, noticed_at FROM feed_gaps WHERE open = 1 ORDER BY id';

const GROWN_TOTALS = `
  SELECT after.collection, after.total - before.total AS counted, control.total AS control_total,
         before.total AS total,
         EXISTS (SELECT 1 FROM sales_totals AS earlier JOIN sales_totals AS next
                   ON next.collection = earlier.collection AND next.total < earlier.total
                     AND next.asked_at > earlier.asked_at AND next.asked_at <= after.asked_at
                  WHERE earlier.collection = after.collection AND earlier.asked_at >= before.asked_at) AS shrank
    FROM sales_totals AS after
    JOIN sales_totals AS before ON before.asked_at = :before AND before.collection = after.collection
    LEFT JOIN sales_totals AS control ON control.asked_at = :control AND control.collection = after.collection
   WHERE after.asked_at = :after AND after.total > before.total`;

export const TRADES_BETWEEN = 'SELECT count(*) FROM trades WHERE collection = ? AND at > ? AND at <= ?';

/** @param most how many gaps are kept, the newest */
export function createGapTables(db: Database, most: number): GapTables {
  const record = db.prepare<[number, number | null, number | null]>(
    'INSERT INTO feed_gaps (noticed_at, oldest_read_at, since, open) VALUES (?, ?, ?, 1)',
  );
  const forgetSizes = db.prepare<[number]>(
    'DELETE FROM gap_sizes WHERE gap_id <= (SELECT max(id) FROM feed_gaps) - ?',
  );
  const forgetGaps = db.prepare<[number]>(
    'DELETE FROM feed_gaps WHERE id <= (SELECT max(id) FROM feed_gaps) - ?',
  );
  const noticed = db.prepare<[number]>('SELECT * FROM feed_gaps WHERE noticed_at >= ? ORDER BY id DESC');
  const estimateSizes = db.prepare<[number]>(
    'SELECT * FROM gap_sizes WHERE gap_id = ? ORDER BY at_least DESC, collection',
  );
  const note = db.prepare<[number, string, number]>(
    `INSERT INTO sales_totals (asked_at, collection, total) VALUES (?, ?, ?)
     ON CONFLICT (asked_at, collection) DO UPDATE SET total = excluded.total`,
  );
  const readings = db.prepare<[]>('SELECT DISTINCT asked_at FROM sales_totals ORDER BY asked_at').pluck();
  const forget = db.prepare<[number]>('DELETE FROM sales_totals WHERE asked_at = ?');
  const open = db.prepare<[]>(OPEN_GAPS);
  const closedUntil = db.prepare<[]>('SELECT max(noticed_at) FROM feed_gaps WHERE open = 0').pluck();
  const grown = db.prepare<{ control: number | null; before: number; after: number }>(GROWN_TOTALS);
  const between = db.prepare<[string, number, number]>(TRADES_BETWEEN).pluck();
  const close = db.prepare<[number]>('UPDATE feed_gaps SET open = 0 WHERE id = ?');
  const addSize = db.prepare<[number, string, number, number]>(
    'INSERT INTO gap_sizes (gap_id, collection, at_least, at_most) VALUES (?, ?, ?, ?)',
  );

  const readingTimes = (): readonly number[] => readings.all().map(readNumber);

  /** Trades after `from` and not after `to`, epoch ms. */
  function tradesBetween(collection: string, from: number, to: number): number {
    return from >= to ? 0 : readNumber(between.get(collection, from / 1_000, to / 1_000));
  }

  function shownBetween(
    collection: string,
    from: number,
    to: number,
    { earlier, later }: ReadingSpan,
  ): SalesCount['shown'] {
    return {
      fewest: tradesBetween(collection, from + later, to - earlier),
      most: tradesBetween(collection, from - earlier, to + later),
    };
  }

  return {
    record({ noticedAt, oldestReadAt }, since) {
      record.run(noticedAt, oldestReadAt, since);
      forgetSizes.run(most);
      forgetGaps.run(most);
    },
    noticedSince: (at) =>
      noticed.all(at).map((row) => {
        const { id, ...gap } = readGap(row);
        return { ...gap, sizes: estimateSizes.all(id).map(readGapSize) };
      }),
    noteSales({ askedAt, totals }) {
      for (const { collection, total } of totals) note.run(askedAt, collection, total);
      for (const old of readingTimes().slice(0, -READINGS_KEPT)) forget.run(old);
    },
    open() {
      const closed = closedUntil.get();
      return {
        gaps: open.all().map(readOpenGap),
        readings: readingTimes(),
        closedUntil: closed === null ? null : readNumber(closed),
      };
    },
    evidence(span) {
      const { control, before, after } = span;
      return grown.all({ control, before, after }).map((row) => {
        const { collection, counted, controlCounted, shrank } = readGrowth(row);
        return {
          collection,
          counted,
          shown: shownBetween(collection, before, after, span),
          shrank,
          control:
            control === null || controlCounted === null
              ? null
              : { counted: controlCounted, shown: shownBetween(collection, control, before, span) },
        };
      });
    },
    close(gapIds, sizes) {
      for (const id of gapIds) close.run(id);
      const last = gapIds.at(-1);
      if (last === undefined) return;
      for (const { collection, atLeast, atMost } of sizes) addSize.run(last, collection, atLeast, atMost);
    },
  };
}
