import { setTimeout as delay } from 'node:timers/promises';
import { notSent } from '../support/ledger-count/count.ts';
import { collectGarbage, readResourceSamples } from '../support/resource-samples.ts';
import { fillTokenCache } from './fill-token-cache.ts';
import type { ClusterWorld } from './world.ts';

/** How the first bot and the outbox were at one time. */
interface Sample {
  /** Seconds since the start. */
  readonly second: number;
  readonly rssMb: number;
  /** Deliveries that were not sent. */
  readonly waiting: number;
}

/** How the first bot and the outbox grew, once the caches were full. */
export interface Growth {
  readonly minutes: number;
  readonly rssMbAMinute: number;
  readonly rssMostMb: number;
  /** In use after full garbage collections: after a third of the run, and at its end. */
  readonly liveHeapMb: readonly number[];
  readonly liveHeapMbAMinute: number;
  readonly waitingAMinute: number;
  readonly waitingMost: number;
}

/** The share of a run after which growth is judged; by then code is compiled. */
const WARM_UP_SHARE = 1 / 3;
/** Growth of the memory shows only in so many minutes. */
const LEAST_MINUTES = 10;
/**
 * Half a MB a minute is about 400 bytes for each alert at 20 a second. What is in use between two full collections does not show that:
 * up to 150 MB of garbage wait for the next one.
 */
const MAX_HEAP_MB_PER_MINUTE = 0.5;
/** The resident set grows for longer, and shrinks little. */
const MAX_RSS_MB_PER_MINUTE = 3;
/** The backlog varies with the faults. */
const MAX_WAITING_PER_MINUTE = 60;

const SAMPLE_EVERY_MS = 10_000;
const POLL_EVERY_MS = 1_000;
/** How long what waits may take before the heap is measured. */
const DRAIN_MS = 3 * 60_000;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The growth per minute: the slope of the least-squares line through all samples. */
function slopePerMinute<At extends { readonly second: number }>(
  samples: readonly At[],
  of: (sample: At) => number,
): number {
  const count = samples.length;
  if (count < 2) return 0;
  const minutes = samples.map(({ second }) => second / 60);
  const values = samples.map(of);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / count;
  const [atMean, valueMean] = [mean(minutes), mean(values)];
  const [above, below] = minutes.reduce(
    ([product, square], at, index) => [
      product + (at - atMean) * ((values[index] ?? 0) - valueMean),
      square + (at - atMean) ** 2,
    ],
    [0, 0],
  );
  return below === 0 ? 0 : above / below;
}

/** What grew too much, one sentence each. */
export function growthFailures(growth: Growth): readonly string[] {
  const { minutes, liveHeapMbAMinute, rssMbAMinute, waitingAMinute } = growth;
  if (minutes < LEAST_MINUTES) return [];
  return [
    ...(liveHeapMbAMinute > MAX_HEAP_MB_PER_MINUTE
      ? [`the heap of the first bot grows by ${liveHeapMbAMinute} MB a minute`]
      : []),
    ...(rssMbAMinute > MAX_RSS_MB_PER_MINUTE
      ? [`the memory of the first bot grows by ${rssMbAMinute} MB a minute`]
      : []),
    ...(waitingAMinute > MAX_WAITING_PER_MINUTE ? [`the outbox grows by ${waitingAMinute} a minute`] : []),
  ];
}

/**
 * Measures growth while faults happen. The first bot must not be killed meanwhile.
 * @param run runs faults for so many ms
 */
export async function measureGrowth(
  world: ClusterWorld,
  forMs: number,
  run: (ms: number) => Promise<void>,
): Promise<Growth> {
  const { figuresFile } = world;
  const startedAt = Date.now();
  const second = () => Math.round((Date.now() - startedAt) / 1_000);
  const samples: Sample[] = [];
  const liveHeaps: { readonly second: number; readonly heapMb: number }[] = [];
  const ending = new AbortController();

  async function sample(): Promise<void> {
    while (!ending.signal.aborted) {
      const rssMb = (await readResourceSamples(figuresFile)).at(-1)?.rssMb ?? 0;
      samples.push({ second: second(), rssMb, waiting: await notSent(world) });
      await delay(SAMPLE_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  /** With full caches and nothing that waits, so that all measurements compare. */
  async function measureHeap(): Promise<void> {
    await fillTokenCache(world.marketplace);
    const since = Date.now();
    while ((await notSent(world)) > 0 && Date.now() < since + DRAIN_MS) await delay(POLL_EVERY_MS);
    const askedAt = Date.now();
    await collectGarbage(figuresFile);
    for (;;) {
      await delay(POLL_EVERY_MS);
      const figures = await readResourceSamples(figuresFile);
      const heapMb = figures.findLast(
        ({ at, liveHeapMb }) => at >= askedAt && liveHeapMb !== null,
      )?.liveHeapMb;
      if (typeof heapMb === 'number') return void liveHeaps.push({ second: second(), heapMb });
    }
  }

  async function runAndMeasure(): Promise<void> {
    await run(forMs * WARM_UP_SHARE);
    await measureHeap();
    await run(forMs * (1 - WARM_UP_SHARE));
    await measureHeap();
  }

  const sampling = sample();
  await runAndMeasure().finally(() => ending.abort());
  await sampling;
  const warm = samples.filter((one) => one.second > (liveHeaps[0]?.second ?? 0));
  return {
    minutes: rounded(second() / 60),
    rssMbAMinute: rounded(slopePerMinute(warm, ({ rssMb }) => rssMb)),
    rssMostMb: Math.max(...samples.map(({ rssMb }) => rssMb)),
    liveHeapMb: liveHeaps.map(({ heapMb }) => heapMb),
    liveHeapMbAMinute: rounded(slopePerMinute(liveHeaps, ({ heapMb }) => heapMb)),
    waitingAMinute: rounded(slopePerMinute(warm, ({ waiting }) => waiting)),
    waitingMost: Math.max(...samples.map(({ waiting }) => waiting)),
  };
}
