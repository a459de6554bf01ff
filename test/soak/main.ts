import { isSuccessful } from '../../sandbox/demo/summary.ts';
import { MIN_CONCLUSIVE_MINUTES, type Sample, slopePerMinute } from './growth.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { runSoak, type SoakResult } from './run.ts';

/*
 * `npm run soak -- [--minutes M] [--rate R] [--seed N]`: the bot as users run it, for M minutes, with R alerts a second,
 * with alternating faults of the embedded marketplace and the local Discord. At the end the outbox drains, and the
 * marketplace's ledger is compared with Discord's messages. Prints a line every ten seconds and finally one line of JSON; exits
 * with status 1 when an alert is lost or duplicate, or when memory or the backlog grows.
 */

/**
 * Growth of the live heap, measured after full garbage collections with full caches. Half a MB a minute is about 400 bytes per
 * alert at 20 a second. The minimum of a minute does not show that: up to 150 MB of garbage wait for the next collection.
 */
const MAX_HEAP_MB_PER_MINUTE = 0.5;
/** The resident set grows for longer, and shrinks little. */
const MAX_RSS_MB_PER_MINUTE = 3;
/** The backlog varies with the faults; growth by more than this share of the rate is a failure. */
const MAX_SHARE_OF_RATE = 0.05;

const print = (line: string) => process.stdout.write(`${line}\n`);
const rounded = (value: number): number => Math.round(value * 100) / 100;

function printSample({ second, due, posted, waiting, rssMb, heapMb, lagMaxMs }: Sample): void {
  const cells = [second, due, posted, due - posted, waiting, rssMb.toFixed(0), heapMb.toFixed(0), lagMaxMs];
  print(cells.map((cell) => String(cell).padStart(9)).join(''));
}

function assess({ minutes, rate, seed }: SoakOptions, result: SoakResult) {
  const {
    samples,
    liveHeaps,
    again: _named,
    missing: _lost,
    wrong,
    faults,
    warnings: _told,
    ...counts
  } = result;
  const settled = samples.filter(({ second }) => second > (liveHeaps[0]?.second ?? 0));
  const memory = slopePerMinute(settled, ({ rssMb }) => rssMb);
  const backlog = slopePerMinute(settled, ({ waiting }) => waiting);
  const heap = slopePerMinute(liveHeaps, ({ heapMb }) => heapMb);
  const conclusive = minutes >= MIN_CONCLUSIVE_MINUTES;
  const memoryGrows = memory > MAX_RSS_MB_PER_MINUTE || heap > MAX_HEAP_MB_PER_MINUTE;
  const grows = conclusive && (memoryGrows || backlog > MAX_SHARE_OF_RATE * rate * 60);
  const maximum = (of: (sample: Sample) => number) =>
    samples.reduce((so, sample) => Math.max(so, of(sample)), 0);
  return {
    figure: 'soak',
    minutes,
    rate,
    seed,
    ...counts,
    wrong: wrong.length,
    faults: Object.values(faults).reduce((sum, times) => sum + times, 0),
    rssMostMb: maximum(({ rssMb }) => rssMb),
    rssMbAMinute: rounded(memory),
    liveHeapMb: liveHeaps.map(({ heapMb }) => heapMb),
    liveHeapMbAMinute: rounded(heap),
    waitingMost: maximum(({ waiting }) => waiting),
    waitingAMinute: rounded(backlog),
    lagMostMs: maximum(({ lagMaxMs }) => lagMaxMs),
    holds: isSuccessful(counts) && !grows,
  };
}

const options = readOptions(process.argv.slice(2));
print(
  ['second', 'due', 'posted', 'late', 'outbox', 'RSS MB', 'heap MB', 'lag ms']
    .map((name) => name.padStart(9))
    .join(''),
);
const result = await runSoak(options, printSample);
for (const one of result.missing) print(`lost: ${one}`);
for (const repeat of result.again) print(`twice: ${repeat}`);
for (const error of result.wrong) print(`wrong: ${error}`);
for (const [name, times] of Object.entries(result.faults)) print(`${String(times).padStart(4)} × ${name}`);
for (const [name, times] of Object.entries(result.warnings))
  print(`${String(times).padStart(4)} × the bot warned: ${name}`);
const verdict = assess(options, result);
print(JSON.stringify(verdict));
process.exitCode = verdict.holds ? 0 : 1;
