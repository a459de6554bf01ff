import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { generateAnyHistory, hasPeople } from './any-history.ts';
import { importBot } from './bot.ts';
import { generateBotsHistory } from './bots/generate-history.ts';
import { runBotsHistory } from './bots/run-history.ts';
import type { History } from './history.ts';
import type { ShareLine } from './in-processes.ts';
import type { Machine } from './machine.ts';
import type { SimulatorOptions } from './options.ts';
import { judge, type Violation } from './oracles/oracles.ts';
import type { PointCounts } from './points.ts';
import { createReport, type HistoryResult } from './report.ts';
import { runHistory } from './run-history.ts';
import { shrink } from './shrink.ts';
import { forbidRealIo } from './virtual-time/forbid-real-io.ts';
import { runAs } from './virtual-time/owners.ts';

const FINDS = path.join(import.meta.dirname, 'finds');

/** When the empty database is made, epoch ms: a clock that is behind must not be before its migrations. */
const BEFORE_HISTORIES = Date.UTC(2025, 0, 1);

const readHistory = (file: string): History => JSON.parse(readFileSync(file, 'utf8')) as History;

/** The shortest histories of what was found so far. */
const readFinds = (): readonly (() => History)[] =>
  readdirSync(FINDS).map((file) => () => readHistory(path.join(FINDS, file)));

interface NumberedHistory {
  readonly number: number;
  make(): History;
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the histories of a seed, or the share of this process. Resolves to whether nothing was wrong in any. */
export async function simulate(
  options: SimulatorOptions,
  machine: Machine,
  points: PointCounts,
): Promise<boolean> {
  const { runs, from, seed, people, bots, history: only } = options;
  const { time } = machine;
  const bot = await importBot();
  forbidRealIo(time.addError);
  time.reset(BEFORE_HISTORIES);
  const first = machine.startProcess({ name: 'bot', aheadMs: 0 });
  await runAs(first, () => bot.createDatabase(pino({ level: 'silent' })));
  machine.disk.keepAsEmpty();
  machine.kill(first);

  /** @param isLogged whether the log is wanted, which takes time, and can be had later by living through the history again */
  async function live(
    history: History,
    isLogged = false,
  ): Promise<{ readonly violations: readonly Violation[]; readonly log: string }> {
    const run = history.bots === undefined ? runHistory : runBotsHistory;
    const { observation, log } = await run(history, { machine, bot, isLogged });
    return { violations: judge(observation), log: log.text() };
  }

  function historyOf(number: number): History {
    const name = `${seed}/${number}`;
    return bots === null ? generateAnyHistory(name) : generateBotsHistory(name, bots);
  }

  /** Prints what is wrong, and the shortest history that still fails in the same way. */
  async function describeFailure(
    history: History,
    violations: readonly Violation[],
    print: (line: string) => void,
  ): Promise<void> {
    print(`\nhistory ${history.seed} fails:`);
    for (const { oracle, words } of violations) print(`  ${oracle}: ${words}`);
    if (!options.shrinks) return;
    const kinds = new Set(violations.map(({ oracle }) => oracle));
    const { shortest, isComplete } = await shrink(history, {
      fails: async (shorter) => (await live(shorter)).violations.some(({ oracle }) => kinds.has(oracle)),
      now: time.realNow,
    });
    const { violations: left, log } = await live(shortest, true);
    const bound = isComplete ? '' : ' within a minute, in which not all shorter ones could be tried';
    print(`the shortest history that fails was found${bound}; it has ${shortest.steps.length} steps:`);
    print(JSON.stringify(shortest));
    print(log);
    for (const { oracle, words } of left) print(`  ${oracle}: ${words}`);
  }

  async function resultOf({ number, make }: NumberedHistory): Promise<HistoryResult> {
    const lines: string[] = [];
    const history = make();
    const { violations, log } = await live(history, options.log);
    if (options.log) lines.push(log);
    if (violations.length > 0) await describeFailure(history, violations, (line) => lines.push(line));
    return { number, isFine: violations.length === 0, text: lines.join('\n') };
  }

  /** The numbers of the histories that are run. */
  function numbers(): readonly number[] {
    const found: number[] = [];
    for (let number = from; found.length < runs; number += 1)
      if (!people || hasPeople(historyOf(number))) found.push(number);
    return found;
  }

  function chosen(): readonly NumberedHistory[] {
    const { files, share, processes } = options;
    const kept = options.finds ? readFinds() : files.map((file) => () => readHistory(file));
    if (kept.length > 0) return kept.map((make, number) => ({ number, make }));
    if (only !== null) return [{ number: 0, make: () => historyOf(only) }];
    return numbers()
      .map((ofSeed, number) => ({ number, make: () => historyOf(ofSeed) }))
      .filter(({ number }) => share === null || number % processes === share);
  }

  const startedAt = time.realNow();
  const report = createReport(options, printLine);
  let isFine = true;
  for (const history of chosen()) {
    const result = await resultOf(history);
    isFine &&= result.isFine;
    if (options.share === null) report.add(result);
    else printLine(JSON.stringify(result satisfies ShareLine));
    if (!result.isFine && options.stopsAtFirst) break;
  }
  const { steps } = time.scheduler;
  if (options.share === null)
    return report.end({ seconds: (time.realNow() - startedAt) / 1_000, steps, processes: 1, points });
  printLine(JSON.stringify({ steps, points } satisfies ShareLine));
  return isFine;
}
