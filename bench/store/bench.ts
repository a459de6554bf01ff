import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DATABASES } from '../../sandbox/postgres/own-database.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { createBatch, openStore, rules } from './batch.ts';
import { measureOn } from './outbox.ts';

const ONE_BY_ONE = 2_000;
const PAGE = 100;
const IN_PAGES = 20_000;
const SIZE_AT = 100_000;
const MILLION = 1_000_000;
const MIB = 2 ** 20;

/** Ingests alerts, `page` of them in each committed transaction. Resolves to alerts a second. */
async function rate(file: string, alerts: number, page: number): Promise<number> {
  await using store = await openStore(file);
  for (const rule of rules()) await store.addSubscription(rule);
  await store.ingest(createBatch(0, 1));
  const batches = Array.from({ length: alerts / page }, (_, number) => createBatch(1 + number * page, page));
  const started = performance.now();
  for (const one of batches) await store.ingest(one);
  return alerts / ((performance.now() - started) / 1_000);
}

/** Size of the closed file with these alerts, less the size of an empty one, bytes. */
async function sizeOf(folder: string, alerts: number, { progress }: BenchContext): Promise<number> {
  const file = path.join(folder, 'size.db');
  async function grow(from: number, to: number): Promise<number> {
    {
      await using store = await openStore(file);
      if (from === 0) for (const rule of rules()) await store.addSubscription(rule);
      for (let first = from; first < to; first += PAGE) await store.ingest(createBatch(first, PAGE));
    }
    return (await stat(file)).size;
  }
  const empty = await grow(0, 0);
  const full = await grow(0, alerts);
  progress(`${alerts} alerts take ${((full - empty) / MIB).toFixed(0)} MiB`);
  return full - empty;
}

const CHANNELS = 1_000;
const FAN_OUT = 10_000;

/** Both databases, one after the other in one run: messages one by one, and one alert for many channels. */
async function sideBySide({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  const shrunk = quick ? 10 : 1;
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const kind of DATABASES) {
      const measured = await measureOn(kind, { channels: CHANNELS / shrunk, fanOut: FAN_OUT / shrunk });
      const { messages, ingestion } = measured;
      const on = { database: kind };
      const perSecond = CHANNELS / shrunk / messages.seconds;
      const perMessageMs = messages.processorUs / 1_000 / (CHANNELS / shrunk);
      const goal = kind === 'postgres' && !quick ? { goal: { atLeast: 200 } } : {};
      record({ name: 'posted one by one', value: perSecond, unit: 'messages/s', parameters: on, ...goal });
      record({ name: 'processor time of a message', value: perMessageMs, unit: 'ms', parameters: on });
      record({
        name: `ingest for ${FAN_OUT / shrunk} channels`,
        value: ingestion.seconds,
        unit: 's',
        parameters: on,
        goal: { atMost: 2 },
      });
      record({
        name: 'event loop held by that',
        value: ingestion.heldMs,
        unit: 'ms',
        parameters: on,
        goal: { atMost: 50 },
      });
      progress(
        `${kind}: ${perSecond.toFixed(0)} messages/s, ingest ${ingestion.seconds.toFixed(2)} s, held ${ingestion.heldMs.toFixed(0)} ms`,
      );
    }
  }
}

export const store: Bench = {
  name: 'store',
  describe:
    'Messages a second and large ingestions on SQLite and PostgreSQL, durably; alerts that are ingested in a second; size.',
  async run(context) {
    const { repeats, quick, record, progress } = context;
    await sideBySide(context);
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-store-'));
      const shrunk = quick ? 10 : 1;
      const single = await rate(path.join(folder.path, 'one.db'), ONE_BY_ONE / shrunk, 1);
      record({ name: 'committed', value: single, unit: 'alerts/s', parameters: { 'alerts a commit': 1 } });
      const paged = await rate(path.join(folder.path, 'page.db'), IN_PAGES / shrunk, PAGE);
      record({ name: 'committed', value: paged, unit: 'alerts/s', parameters: { 'alerts a commit': PAGE } });
      record({ name: 'page ÷ one by one', value: paged / single, unit: '×', parameters: {} });
      progress(`repeat ${repeat}: ${single.toFixed(0)} a second one by one, ${paged.toFixed(0)} in pages`);
    }
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-store-'));
    const alerts = quick ? SIZE_AT / 10 : SIZE_AT;
    const bytes = await sizeOf(folder.path, alerts, context);
    record({
      name: 'database per million alerts',
      value: (bytes * (MILLION / alerts)) / MIB,
      unit: 'MiB',
      parameters: { 'measured at alerts': alerts, 'channels an alert': 1 },
    });
  },
};
