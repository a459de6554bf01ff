import { describe, expect, it } from 'vitest';
import { systemClock } from '#src/chain/clock.ts';
import type { Chart } from '#src/charts/chart.ts';
import { type ChartRenderer, type ChartThread, createChartRenderer } from '#src/charts/renderer.ts';
import { messagesFor } from '#src/messages/messages.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { EXAMPLE_CHARTS, EXAMPLE_STYLE } from './example-charts.ts';

const CHART: Chart | undefined = EXAMPLE_CHARTS['sales'];

function request(renderer: ChartRenderer) {
  if (CHART === undefined) throw new Error('no chart');
  return renderer.render(CHART, EXAMPLE_STYLE, messagesFor('en-US'));
}

/** A thread that answers when it is told to. */
function thread() {
  const listeners = new Map<string, (value: unknown) => void>();
  const asked: unknown[] = [];
  let terminated = 0;
  const own = {
    on(event: string, listener: (value: never) => void) {
      listeners.set(event, listener as (value: unknown) => void);
      return own;
    },
    postMessage: (svg: unknown) => void asked.push(svg),
    terminate: () => {
      terminated += 1;
      return Promise.resolve(1);
    },
  } as unknown as ChartThread;
  return {
    thread: own,
    asked,
    emit: (event: 'message' | 'error' | 'exit', value: unknown) => listeners.get(event)?.(value),
    terminated: () => terminated,
  };
}

function rendererWith() {
  const clock = createManualClock();
  const failures: string[] = [];
  const threads: ReturnType<typeof thread>[] = [];
  const renderer = createChartRenderer({
    clock,
    onFailure: (detail) => void failures.push(detail),
    start() {
      const started = thread();
      threads.push(started);
      return started.thread;
    },
  });
  return { renderer, clock, failures, threads };
}

const PNG = new Uint8Array([1, 2, 3]);

describe('the renderer of charts', () => {
  it('draws a PNG in a real thread, the same bytes for the same data', async () => {
    const failures: string[] = [];
    await using renderer = createChartRenderer({
      clock: systemClock,
      onFailure: (detail) => void failures.push(detail),
    });
    const [one, other] = [await request(renderer), await request(renderer)];
    expect(failures).toEqual([]);
    expect([...(one ?? []).slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true);
  });

  it('starts no thread before the first chart', async () => {
    const { renderer, threads } = rendererWith();
    expect(threads).toHaveLength(0);
    await renderer[Symbol.asyncDispose]();
    expect(threads).toHaveLength(0);
  });

  it('draws one after the other', async () => {
    const { renderer, threads } = rendererWith();
    const both = Promise.all([request(renderer), request(renderer)]);
    expect(threads[0]?.asked).toHaveLength(1);
    threads[0]?.emit('message', PNG);
    expect(threads[0]?.asked).toHaveLength(2);
    threads[0]?.emit('message', PNG);
    expect(await both).toEqual([PNG, PNG]);
    expect(threads).toHaveLength(1);
  });

  it('gives a chart up after two seconds, and draws the next in another thread', async () => {
    const { renderer, clock, failures, threads } = rendererWith();
    const hanging = request(renderer);
    await clock.advance(1_500);
    const next = request(renderer);
    await clock.advance(500);
    expect(await hanging).toBeNull();
    expect(failures).toEqual(['not drawn within 2000 ms']);
    expect(threads[0]?.terminated()).toBe(1);
    threads[1]?.emit('message', PNG);
    expect(await next).toEqual(PNG);
  });

  it('counts the time that a chart waits', async () => {
    const { renderer, clock, threads } = rendererWith();
    const both = [request(renderer), request(renderer)];
    await clock.advance(2_000);
    expect(await Promise.all(both)).toEqual([null, null]);
    expect(threads.reduce((asked, { asked: svgs }) => asked + svgs.length, 0)).toBeLessThanOrEqual(2);
    const later = request(renderer);
    threads.at(-1)?.emit('message', PNG);
    expect(await later).toEqual(PNG);
  });

  it('refuses at once what would wait behind too many', async () => {
    const { renderer, failures } = rendererWith();
    const requests = Array.from({ length: 34 }, () => request(renderer));
    expect(await requests.at(-1)).toBeNull();
    expect(failures).toEqual(['32 charts wait already']);
    await renderer[Symbol.asyncDispose]();
    expect(await Promise.all(requests)).toEqual(Array.from({ length: 34 }, () => null));
  });

  it.each(['error', 'exit'] as const)('replaces a thread that dies: %s', async (event) => {
    const { renderer, threads, failures } = rendererWith();
    const [first, second] = [request(renderer), request(renderer)];
    threads[0]?.emit(event, event === 'error' ? new Error('out of memory') : 1);
    expect(await first).toBeNull();
    expect(failures).toEqual([event === 'error' ? 'out of memory' : 'the thread ended with code 1']);
    threads[1]?.emit('message', PNG);
    expect(await second).toEqual(PNG);
  });

  it('ends the thread when nothing was drawn for a minute, and starts another with the next chart', async () => {
    const { renderer, clock, threads } = rendererWith();
    const first = request(renderer);
    threads[0]?.emit('message', PNG);
    await first;
    await clock.advance(59_000);
    expect(threads[0]?.terminated()).toBe(0);
    await clock.advance(1_000);
    expect(threads[0]?.terminated()).toBe(1);
    const next = request(renderer);
    threads[1]?.emit('message', PNG);
    expect(await next).toEqual(PNG);
  });

  it('draws nothing once it is disposed of', async () => {
    const { renderer, threads } = rendererWith();
    const waiting = [request(renderer), request(renderer)];
    await renderer[Symbol.asyncDispose]();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(await request(renderer)).toBeNull();
    expect(threads[0]?.terminated()).toBe(1);
    expect(threads).toHaveLength(1);
  });

  it('answers nothing where no thread can be started', async () => {
    const failures: string[] = [];
    const renderer = createChartRenderer({
      clock: createManualClock(),
      onFailure: (detail) => void failures.push(detail),
      start() {
        throw new Error('no threads left');
      },
    });
    expect(await request(renderer)).toBeNull();
    expect(failures).toEqual(['no threads left']);
  });
});
