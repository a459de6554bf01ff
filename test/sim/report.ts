import { describePoints, type PointCounts } from './points.ts';

/** How one history went. */
export interface HistoryResult {
  /** Its number among those of the run, from 0. */
  readonly number: number;
  readonly isFine: boolean;
  /** What is to be printed about it. */
  readonly text: string;
}

/** The report of a run. */
export interface Report {
  /** Takes results in any order and prints them in the order of their numbers. */
  add(result: HistoryResult): void;
  /** Whether the run is over at a failure: then results after it are not printed. */
  readonly isOver: boolean;
  /** Prints how often each point was reached, and the figures. Returns whether nothing was wrong. */
  end(figures: {
    readonly seconds: number;
    readonly steps: number;
    readonly processes: number;
    readonly points: PointCounts;
  }): boolean;
}

const PROGRESS_EVERY = 50;

/** @param options.stopsAtFirst whether the first failure, by number, ends the run */
export function createReport(
  options: { readonly seed: string; readonly bots: number | null; readonly stopsAtFirst: boolean },
  print: (text: string) => void,
): Report {
  const waiting = new Map<number, HistoryResult>();
  let histories = 0;
  let failed = 0;
  let isOver = false;

  function printNext({ text, isFine }: HistoryResult): void {
    histories += 1;
    if (text !== '') print(text);
    if (!isFine) failed += 1;
    isOver = !isFine && options.stopsAtFirst;
    if (histories % PROGRESS_EVERY === 0) print(`${histories} histories, ${failed} failed`);
  }

  return {
    get isOver() {
      return isOver;
    },
    add(result) {
      waiting.set(result.number, result);
      for (let next = waiting.get(histories); next !== undefined && !isOver; next = waiting.get(histories)) {
        waiting.delete(histories);
        printNext(next);
      }
    },
    end({ seconds, steps, processes, points }) {
      const reached = describePoints(points, { runs: histories, bots: options.bots });
      print(reached.text);
      print(
        JSON.stringify({
          figure: 'simulation',
          seed: options.seed,
          ...(options.bots === null ? {} : { bots: options.bots }),
          histories,
          failed,
          processes,
          seconds: Math.round(seconds),
          historiesPerMinute: Math.round((60 * histories) / seconds),
          stepsPerSecond: Math.round(steps / seconds),
        }),
      );
      return failed === 0 && reached.isFine;
    },
  };
}
