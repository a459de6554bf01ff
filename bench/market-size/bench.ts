import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import { POINT_SPACING } from '#src/store/market-history.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { DATABASES, type DatabaseChoice, startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { seeded } from '../harness/random.ts';
import { type MovingCollection, movingMarket } from './market.ts';
import { type MeasuredDatabase, postgresSpace, type Space, sqliteSpace } from './space.ts';

const COLLECTIONS = 30;
const QUICK_COLLECTIONS = 20;
const DAYS = 365;
const QUICK_DAYS = 120;
/** Between readings, seconds, of days so close to the end: of older ones one point an hour is left, of still older ones one a day. */
const STEPS = [
  { ofLastDays: 10, step: POINT_SPACING },
  { ofLastDays: 100, step: HOUR_SECONDS },
  { ofLastDays: Number.POSITIVE_INFINITY, step: DAY_SECONDS / 4 },
] as const;
/** By its default PostgreSQL vacuums a table when a fifth of its rows are dead: of 100 rows a collection, some 4 a day. */
const VACUUM_DAYS = 5;
const START = Date.UTC(2026, 0, 1) / 1_000;
const EXTRAPOLATED_TO = 10_000;
const MB = 1e6;

interface Year {
  readonly collections: number;
  readonly days: number;
  readonly random: () => number;
}

/** @param left days until the end, with the present one */
const stepOf = (left: number): number =>
  STEPS.find(({ ofLastDays }) => left <= ofLastDays)?.step ?? POINT_SPACING;

/** Those that change within a step, as they stand then. */
function changes(market: readonly MovingCollection[], step: number, random: () => number) {
  return market.flatMap((collection) => {
    const inTenMinutes = (collection.changesADay * POINT_SPACING) / DAY_SECONDS;
    const isUnchanged = random() < (1 - inTenMinutes) ** (step / POINT_SPACING);
    return isUnchanged ? [] : [collection.change()];
  });
}

/** One pass, as the housekeeper makes one an hour. @param at epoch s */
async function keepHouse(store: Store, at: number): Promise<void> {
  for (let more = true; more; ) ({ more } = await store.prune(at * 1_000));
}

/** Writes the history; resolves to the number of points given to the store. */
async function liveThrough(
  store: Store,
  measured: MeasuredDatabase,
  { collections, days, random }: Year,
): Promise<number> {
  const market = movingMarket(collections, random);
  let points = 0;
  for (let day = 0; day < days; day += 1) {
    const from = START + day * DAY_SECONDS;
    const step = stepOf(days - day);
    for (let at = from; at < from + DAY_SECONDS; at += step) {
      const readings = changes(market, step, random);
      points += readings.length;
      if (readings.length > 0) await store.recordMarket(readings, at);
    }
    await keepHouse(store, from + DAY_SECONDS);
    if (day % VACUUM_DAYS === 0) await measured.vacuum();
  }
  await store.reclaimSpace();
  return points;
}

async function sizeOn(choice: DatabaseChoice, year: Year): Promise<Space & { readonly points: number }> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-market-'));
  await using database = await startOwnDatabase(choice, folder.path, { isDurable: false });
  await using store = await openStore({
    databaseUrl: database.url,
    log: silentLog,
    now: () => START * 1_000,
  });
  const measured =
    choice === 'sqlite' ? sqliteSpace(database.url.slice('sqlite:'.length)) : postgresSpace(database.url);
  await measured.prepare();
  const points = await liveThrough(store, measured, year);
  return { ...(await measured.space()), points };
}

export const marketSize: Bench = {
  name: 'market-size',
  describe: 'What the history of collections over a year takes on SQLite and PostgreSQL.',
  onlyIfNamed: true,
  async run({ repeats, quick, seed, record, progress }: BenchContext) {
    const collections = quick ? QUICK_COLLECTIONS : COLLECTIONS;
    const days = quick ? QUICK_DAYS : DAYS;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      for (const database of DATABASES) {
        progress(`${database}: ${days} days of ${collections} collections, ${repeat + 1} of ${repeats}`);
        const random = seeded(seed + repeat);
        const { total, rows, indexes, points } = await sizeOn(database, { collections, days, random });
        const parameters = { database, collections, days };
        progress(`${database}: ${(total / collections / 1_000).toFixed(1)} kB a collection`);
        record({ name: 'points written', value: points, unit: '', parameters });
        record({ name: 'a collection', value: total / collections, unit: 'bytes', parameters });
        record({ name: 'of that rows', value: rows / collections, unit: 'bytes', parameters });
        record({ name: 'of that indexes', value: indexes / collections, unit: 'bytes', parameters });
        record({
          name: `${EXTRAPOLATED_TO} collections`,
          value: ((total / collections) * EXTRAPOLATED_TO) / MB,
          unit: 'MB',
          parameters,
          ...(quick ? {} : { goal: { atMost: 300 } }),
        });
      }
    }
  },
};
