import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Preloaded into the bot's process (`bot-figures.ts`): writes its memory and the delays of its event loop into a file,
 * once a second, so that nothing in the bot has to know of being measured.
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
  setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const figures = {
      at: Date.now(),
      rssMb: mb(rss),
      heapMb: mb(heapUsed),
      lagP99Ms: ms(delays.percentile(99)),
      lagMaxMs: ms(delays.max),
    };
    delays.reset();
    appendFileSync(file, `${JSON.stringify(figures)}\n`);
  }, EVERY_MS).unref();
}
