import { Worker } from 'node:worker_threads';
import type { Clock } from '#src/chain/clock.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { Chart, ChartStyle } from './chart.ts';
import { chartSvg } from './drawing/draw-chart.ts';

/** PNG data. */
export type Picture = Uint8Array<ArrayBuffer>;

/** Draws charts in a separate thread. Disposing of it stops the thread and fails pending charts. */
export interface ChartRenderer extends AsyncDisposable {
  /**
   * Draws a chart. The same chart in the same style gives the same bytes. Never rejects: resolves to `null` if drawing
   * failed, took longer than two seconds, or too many charts are waiting.
   * @param messages of the style's language
   */
  render(chart: Chart, style: ChartStyle, messages: Messages): Promise<Picture | null>;
}

/** The thread. It answers each SVG with a PNG, in order, and crashes if it cannot draw one. */
export type ChartThread = Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

/** Time limit from request to picture, including waiting. A message without a chart is better than a late one. */
const LIMIT_MS = 2_000;
/** Maximum waiting charts. One takes about 25 ms, so more would not be drawn in time. */
const MAX_WAITING = 32;
/** An idle thread keeps the process from releasing memory, so it ends after this time. */
const IDLE_MS = 60_000;

/** Memory limits of the thread, so that no chart can use up the bot's memory. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

function startThread(): ChartThread {
  const thread = new Worker(new URL('worker.mjs', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: MEMORY,
  });
  // An idle thread must not keep the process alive.
  thread.unref();
  return thread;
}

interface Job {
  readonly svg: string;
  readonly settle: (png: Picture | null) => void;
  /** Aborted once the job is settled. */
  readonly settled: AbortController;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Creates a renderer. Its thread starts with the first chart, is replaced when it crashes or hangs, and ends after a
 * minute without charts.
 * @param deps.onFailure called with the reason for each chart that is not drawn
 */
export function createChartRenderer(deps: {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onFailure: (detail: string) => void;
  /** Starts a thread; tests replace it. */
  readonly start?: () => ChartThread;
}): ChartRenderer {
  const { clock, onFailure, start = startThread } = deps;
  const waiting: Job[] = [];
  let current: Job | null = null;
  let thread: ChartThread | null = null;
  let idle = new AbortController();
  let isDisposed = false;

  function finish(job: Job, png: Picture | null, detail: string): void {
    if (job.settled.signal.aborted) return;
    job.settled.abort();
    if (png === null) onFailure(detail);
    job.settle(png);
  }

  async function stopThread(): Promise<void> {
    const stopped = thread;
    thread = null;
    await stopped?.terminate();
  }

  async function stopWhenIdle(): Promise<void> {
    idle = new AbortController();
    const { signal } = idle;
    await clock.sleep(IDLE_MS, signal);
    if (!signal.aborted) await stopThread();
  }

  /** Continues when the thread has answered, crashed or been stopped. */
  function next(): void {
    current = waiting.shift() ?? null;
    if (current !== null) draw(current);
    else if (!isDisposed) void stopWhenIdle();
  }

  function settle(png: Picture | null, detail: string): void {
    if (current !== null) finish(current, png, detail);
    next();
  }

  function startOne(): ChartThread {
    const own = start();
    const onEnd = (detail: string) => {
      if (thread !== own) return;
      thread = null;
      if (current !== null) settle(null, detail);
    };
    own.on('message', (png: Picture) => {
      if (thread === own) settle(png, '');
    });
    own.on('error', (error) => onEnd(messageOf(error)));
    own.on('exit', (code) => onEnd(`the thread ended with code ${code}`));
    return own;
  }

  function draw({ svg }: Job): void {
    idle.abort();
    try {
      thread ??= startOne();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(svg);
    } catch (error) {
      // The thread could not be started.
      settle(null, messageOf(error));
    }
  }

  async function limitTime(job: Job): Promise<void> {
    await clock.sleep(LIMIT_MS, job.settled.signal);
    if (job.settled.signal.aborted) return;
    finish(job, null, `not drawn within ${LIMIT_MS} ms`);
    if (job === current) {
      // The thread hangs, so the other charts get a new one.
      await stopThread();
      next();
    } else {
      waiting.splice(waiting.indexOf(job), 1);
    }
  }

  function request(svg: string): Promise<Picture | null> {
    return new Promise((settle) => {
      const job: Job = { svg, settle, settled: new AbortController() };
      if (isDisposed || waiting.length >= MAX_WAITING) {
        finish(job, null, isDisposed ? 'the bot stops' : `${waiting.length} charts wait already`);
        return;
      }
      void limitTime(job);
      if (current !== null) {
        waiting.push(job);
        return;
      }
      current = job;
      draw(job);
    });
  }

  return {
    async render(chart, style, messages) {
      try {
        return await request(chartSvg(chart, style, messages));
      } catch (error) {
        onFailure(messageOf(error));
        return null;
      }
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      idle.abort();
      for (const job of waiting.splice(0)) finish(job, null, 'the bot stops');
      if (current !== null) finish(current, null, 'the bot stops');
      current = null;
      await stopThread();
    },
  };
}
