import type { Bench, Figure } from './bench.ts';
import { jsonLine } from './json-line.ts';
import { thisMachine } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { summarise } from './summary.ts';
import { table } from './table.ts';

/** Runs one bench in this process and writes its table and JSON lines to standard output. */
export async function runBench(bench: Bench, { repeats, quick, seed }: BenchOptions): Promise<void> {
  const figures: Figure[] = [];
  const progress = createProgress(bench.name, {
    now: () => performance.now(),
    write: (text) => process.stderr.write(text),
  });
  progress(bench.describe);
  await bench.run({ repeats, quick, seed, progress, record: (figure) => figures.push(figure) });
  const summaries = summarise(figures);
  const machine = thisMachine();
  const lines = summaries.map((summary) => jsonLine(bench.name, summary, machine));
  process.stdout.write(
    `${[`${bench.name}: ${bench.describe}`, table(summaries), ...lines, ''].join('\n')}\n`,
  );
}
