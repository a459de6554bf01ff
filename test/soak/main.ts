import { isInOrder } from '../../sandbox/demo/summary.ts';
import { floorsOfHeap, type Sample, slopePerMinute } from './growth.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { runSoak, type SoakResult } from './run.ts';

/*
 * `npm run soak -- [--minutes M] [--rate R] [--seed N]`: the bot as users run it, for M minutes, with R alerts a second,
 * while the embedded marketplace and the local Discord fail in one way after another. At the end it is let drain, and the
 * marketplace's ledger is held against Discord's messages. Prints a line every ten seconds and one line of JSON at last; ends
 * with status 1 unless nothing is lost, nothing is there twice, and neither memory nor the backlog grows.
 */

/** Until then the bot's memory has not found its size. */
const WARM_UP_SHARE = 1 / 3;
/** Of a run this long it can be said whether memory grows: garbage is collected in minutes. */
const TELLING_MINUTES = 10;
/** What is kept: half a MB a minute is some 400 bytes for each alert of 20 a second. */
const MOST_HEAP_MB_A_MINUTE = 0.5;
/** The process itself takes its time to find its size, and gives little back. */
const MOST_RSS_MB_A_MINUTE = 3;
/** The backlog goes up and down with the troubles; growing by so much of what comes in would be another thing. */
const MOST_OF_RATE = 0.05;

const print = (line: string) => process.stdout.write(`${line}\n`);
const rounded = (value: number): number => Math.round(value * 100) / 100;

function tell({ second, due, posted, waiting, rssMb, heapMb, lagMaxMs }: Sample): void {
  const cells = [second, due, posted, due - posted, waiting, rssMb.toFixed(0), heapMb.toFixed(0), lagMaxMs];
  print(cells.map((cell) => String(cell).padStart(9)).join(''));
}

function judge({ minutes, rate, seed }: SoakOptions, result: SoakResult) {
  const { samples, again: _named, missing: _lost, wrong, troubles, warnings: _told, ...counts } = result;
  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const memory = slopePerMinute(settled, ({ rssMb }) => rssMb);
  const backlog = slopePerMinute(settled, ({ waiting }) => waiting);
  const heap = slopePerMinute(floorsOfHeap(settled), ({ heapMb }) => heapMb);
  const telling = minutes >= TELLING_MINUTES;
  const memoryGrows = memory > MOST_RSS_MB_A_MINUTE || heap > MOST_HEAP_MB_A_MINUTE;
  const grows = telling && (memoryGrows || backlog > MOST_OF_RATE * rate * 60);
  const most = (of: (sample: Sample) => number) =>
    samples.reduce((so, sample) => Math.max(so, of(sample)), 0);
  return {
    figure: 'soak',
    minutes,
    rate,
    seed,
    ...counts,
    wrong: wrong.length,
    troubles: Object.values(troubles).reduce((sum, times) => sum + times, 0),
    rssMostMb: most(({ rssMb }) => rssMb),
    rssMbAMinute: rounded(memory),
    heapMbAMinute: rounded(heap),
    waitingMost: most(({ waiting }) => waiting),
    waitingAMinute: rounded(backlog),
    lagMostMs: most(({ lagMaxMs }) => lagMaxMs),
    holds: isInOrder(counts) && !grows,
  };
}

const options = readOptions(process.argv.slice(2));
print(
  ['second', 'due', 'posted', 'late', 'outbox', 'RSS MB', 'heap MB', 'lag ms']
    .map((name) => name.padStart(9))
    .join(''),
);
const result = await runSoak(options, tell);
for (const one of result.missing) print(`lost: ${one}`);
for (const repeat of result.again) print(`twice: ${repeat}`);
for (const error of result.wrong) print(`wrong: ${error}`);
for (const [name, times] of Object.entries(result.troubles)) print(`${String(times).padStart(4)} × ${name}`);
for (const [name, times] of Object.entries(result.warnings))
  print(`${String(times).padStart(4)} × the bot warned: ${name}`);
const verdict = judge(options, result);
print(JSON.stringify(verdict));
process.exitCode = verdict.holds ? 0 : 1;
