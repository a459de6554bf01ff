import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Preloaded into the bot's process (`resource-samples.ts`): appends its memory use and event loop delay to a file once a second.
 * The bot itself needs no code for the measurement. While there is a file `BOT_FIGURES_FILE`.collect, it collects all
 * garbage, appends how much of the heap is left, and removes that file.
 */

const EVERY_MS = 1_000;
const RESOLUTION_MS = 5;
const NANOSECONDS_A_MS = 1e6;
const BYTES_A_MB = 1024 * 1024;

const file = process.env['BOT_FIGURES_FILE'];
if (file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const ms = (nanoseconds: number): number =>
    Math.max(0, Math.round((nanoseconds / NANOSECONDS_A_MS - RESOLUTION_MS) * 10) / 10);
  const mb = (bytes: number): number => Math.round((bytes / BYTES_A_MB) * 10) / 10;
  delays.enable();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const request = `${file}.collect`;
  const liveHeapMb = (): number | null => {
    if (!existsSync(request)) return null;
    collectGarbage();
    rmSync(request);
    return mb(process.memoryUsage().heapUsed);
  };
  setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const sample = {
      at: Date.now(),
      rssMb: mb(rss),
      heapMb: mb(heapUsed),
      liveHeapMb: liveHeapMb(),
      lagP99Ms: ms(delays.percentile(99)),
      lagMaxMs: ms(delays.max),
    };
    delays.reset();
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  }, EVERY_MS).unref();
}
