import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SimulatorOptions } from './options.ts';
import { addCounts, type PointCounts } from './points.ts';
import { createReport, type HistoryResult } from './report.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');

/** What a process that lives through a share of the histories prints, a line each. */
export type ShareLine = HistoryResult | { readonly steps: number; readonly points: PointCounts };

/**
 * Shares the histories of a run out among processes, because virtual time replaces that of a whole process. What is printed does
 * not depend on how many they are, but for the figures. Resolves to whether nothing was wrong in any history.
 * @param args the flags of the run
 */
export async function simulateInProcesses(
  { seed, bots, stopsAtFirst, processes }: SimulatorOptions,
  args: readonly string[],
): Promise<boolean> {
  const startedAt = performance.now();
  const report = createReport({ seed, bots, stopsAtFirst }, (text) => void process.stdout.write(`${text}\n`));
  const children: ChildProcess[] = [];
  let steps = 0;
  let points: PointCounts = {};

  function runShare(share: number): Promise<boolean> {
    const flags = [...process.execArgv, MAIN, ...args, '--share', `${share}/${processes}`];
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      // A child that is ended may have written half a line.
      if (report.isOver) return;
      const said = JSON.parse(line) as ShareLine;
      if ('steps' in said) {
        steps += said.steps;
        points = addCounts(points, said.points);
        return;
      }
      report.add(said);
      if (report.isOver) for (const other of children) other.kill();
    });
    // 1 is a failure that it has reported; anything else is one of the simulator.
    return new Promise((resolve) => {
      child.on('close', (code) => resolve(code === 0 || code === 1 || report.isOver));
    });
  }

  const ends = await Promise.all(Array.from({ length: processes }, (_, share) => runShare(share)));
  const seconds = (performance.now() - startedAt) / 1_000;
  return report.end({ seconds, steps, processes, points }) && ends.every(Boolean);
}
