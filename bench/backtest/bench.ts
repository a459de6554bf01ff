import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onlyCollections } from '#src/alerts/filters/collection.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { createBacktest } from '#src/ingest/backtest.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { ingestionOf } from '../../test/store/samples.ts';
import { address } from '../../test/support/build-activity.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { seeded } from '../harness/random.ts';
import { COLLECTION, DAYS, tradesOfMarket } from './market.ts';

const TRADES = 300_000;
const QUICK_TRADES = 20_000;
const WRITTEN_AT_ONCE = 5_000;
const NOW = Date.UTC(2026, 10, 28, 12);

const rule = (filter: Rule['filter']): Rule => ({ topics: ['sale'], filter, pingRoles: ['1'] });

const RULES: readonly (readonly [string, Rule])[] = [
  ['every sale', rule({})],
  ['from 2 coins', rule({ price_from: 2n * 10n ** 18n })],
  ['of 25 wallets', rule({ wallets: Array.from({ length: 25 }, (_, index) => address(10_001 + index)) })],
  ['one collection', rule(onlyCollections([COLLECTION]))],
  ['25 collections', rule(onlyCollections(Array.from({ length: 25 }, (_, index) => address(index + 1))))],
  ['maximum rank', rule({ rank: 100 })],
];

/** Runs the work. Resolves to its duration and to the longest time between two turns of the event loop, ms. */
async function measured(
  work: () => Promise<unknown>,
): Promise<{ readonly took: number; readonly held: number }> {
  let held = 0;
  let isOver = false;
  let last = performance.now();
  function turn(): void {
    const at = performance.now();
    held = Math.max(held, at - last);
    last = at;
    if (!isOver) setImmediate(turn);
  }
  setImmediate(turn);
  const from = performance.now();
  await work();
  const took = performance.now() - from;
  isOver = true;
  return { took, held };
}

async function fill(store: Store, count: number, random: () => number): Promise<void> {
  await store.ingest(ingestionOf([], { at: NOW - DAYS * 86_400_000, newRecordsAfter: 1 }));
  let trades: Trade[] = [];
  const write = () => store.ingest(ingestionOf([], { at: NOW, trades }));
  for (const trade of tradesOfMarket(count, NOW / 1_000, random)) {
    trades.push(trade);
    if (trades.length < WRITTEN_AT_ONCE) continue;
    await write();
    trades = [];
  }
  if (trades.length > 0) await write();
}

async function run({ quick, repeats, seed, record, progress }: BenchContext): Promise<void> {
  const count = quick ? QUICK_TRADES : TRADES;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-bench-'));
  await using store = await openStore({
    databaseUrl: `sqlite:${path.join(folder.path, 'gavel.db')}`,
    log: silentLog,
    now: () => NOW,
  });
  progress(`storing ${count} trades`);
  await fill(store, count, seeded(seed));
  const runBacktest = createBacktest({
    store: store.backtest,
    facts: { isWhitelisted: () => true },
    now: () => NOW,
  });
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [name, tested] of RULES) {
      progress(`${name}, ${repeat + 1} of ${repeats}`);
      const { took, held } = await measured(async () => {
        const found = await runBacktest({ rule: tested, timeZone: 'UTC', ping: null });
        if (found?.sales?.messages === 0) throw new Error('The backtest found no messages.');
      });
      const parameters = { rule: name, trades: count };
      record({ name: 'backtest', value: took, unit: 'ms', parameters, goal: { atMost: 2_000 } });
      record({ name: 'longest hold of the loop', value: held, unit: 'ms', parameters, goal: { atMost: 50 } });
    }
  }
}

export const backtest: Bench = {
  name: 'backtest',
  describe: 'Time to count what a rule would have posted in 30 days, and how long the event loop is held.',
  run,
};
