import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { importBot } from './bot.ts';
import { generateHistory, type History } from './history.ts';
import type { Machine } from './machine.ts';
import type { SimulatorOptions } from './options.ts';
import { judge, type Violation } from './oracles/oracles.ts';
import { runHistory } from './run-history.ts';
import { shrink } from './shrink.ts';
import { forbidRealIo } from './virtual-time/forbid-real-io.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const FINDS = path.join(import.meta.dirname, 'finds');

const readHistory = (file: string): History => JSON.parse(readFileSync(file, 'utf8')) as History;

/** The shortest histories of what was found so far. */
const readFinds = (): readonly (() => History)[] =>
  readdirSync(FINDS).map((file) => () => readHistory(path.join(FINDS, file)));

/** Runs the histories of a seed. Resolves to whether nothing was wrong in any. */
export async function simulate(options: SimulatorOptions, machine: Machine): Promise<boolean> {
  const { runs, seed, history: only, source } = options;
  const { time } = machine;
  const bot = await importBot(source);
  forbidRealIo(time.addError);
  machine.startProcess();
  await bot.createDatabase(pino({ level: 'silent' }));
  machine.disk.keepAsEmpty();
  machine.kill();

  async function live(
    history: History,
  ): Promise<{ readonly violations: readonly Violation[]; readonly log: string }> {
    const { observation, log } = await runHistory(history, { machine, bot });
    return { violations: judge(observation), log: log.text() };
  }

  const historyOf = (number: number): History => {
    const name = `${seed}/${number}`;
    return generateHistory(name, createRandom(`history ${name}`));
  };

  async function reportFailure(history: History, violations: readonly Violation[]): Promise<void> {
    print(`\nhistory ${history.seed} fails:`);
    for (const { oracle, words } of violations) print(`  ${oracle}: ${words}`);
    if (!options.shrinks) return;
    const kinds = new Set(violations.map(({ oracle }) => oracle));
    const shortest = await shrink(history, async (shorter) =>
      (await live(shorter)).violations.some(({ oracle }) => kinds.has(oracle)),
    );
    const { violations: left, log } = await live(shortest);
    print(`the shortest history found that fails, of ${shortest.steps.length} steps:`);
    print(JSON.stringify(shortest));
    print(log);
    for (const { oracle, words } of left) print(`  ${oracle}: ${words}`);
  }

  const startedAt = time.realNow();
  let failed = 0;
  let lived = 0;

  function chosen(): readonly (() => History)[] {
    const { file } = options;
    if (file !== null) return [() => readHistory(file)];
    if (options.finds) return readFinds();
    const numbers = only === null ? Array.from({ length: runs }, (_, number) => number) : [only];
    return numbers.map((number) => () => historyOf(number));
  }
  const histories = chosen();
  for (const [number, make] of histories.entries()) {
    const history = make();
    lived = number + 1;
    const { violations, log } = await live(history);
    if (options.log) print(log);
    if (violations.length > 0) {
      failed += 1;
      await reportFailure(history, violations);
      if (options.stopsAtFirst) break;
    }
    if ((number + 1) % 50 === 0) print(`${number + 1} histories, ${failed} failed`);
  }
  const seconds = (time.realNow() - startedAt) / 1_000;
  print(
    JSON.stringify({
      figure: 'simulation',
      seed,
      histories: lived,
      failed,
      seconds: Math.round(seconds),
      historiesPerMinute: Math.round((60 * lived) / seconds),
      stepsPerSecond: Math.round(time.scheduler.steps / seconds),
    }),
  );
  return failed === 0;
}
