import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describePostgres } from '../store/database/each-database.ts';

const DEMO = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

/** The demo in its own process group, which receives Ctrl-C as a whole, as in a terminal. */
function startDemo(...flags: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [DEMO, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.stdout === null || child.stderr === null) throw new Error('The demo has no pipes.');
  const closed = once(child, 'close');
  const err = text(child.stderr);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  return {
    lines,
    /** The line logged at the first or at a later Ctrl-C. */
    said: (words: RegExp, time = 1) =>
      new Promise<string>((resolve) => {
        const check = (): void => {
          const found = lines.filter((line) => words.test(line))[time - 1];
          if (found !== undefined) resolve(found);
        };
        waiting.add(check);
        check();
      }),
    pressCtrlC: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
    async ended() {
      await closed;
      return { status: child.exitCode, err: await err, out: lines.join('\n') };
    },
  };
}

/** What the demo says that ends by itself after Ctrl-C. */
async function endAtCtrlC(...flags: readonly string[]) {
  const demo = startDemo('--headless', '--seed', '3', ...flags);
  await demo.said(/the market opens/);

  demo.pressCtrlC();
  return demo.ended();
}

const CLEAN_END = {
  status: 0,
  err: '',
  out: expect.stringMatching(
    /^(?!.*(?:the bot died|could not)).*the market closes.*Ctrl\+C again.*\n\{"salesListed"[^\n]*$/s,
  ),
};

describe.concurrent('the demo', { timeout: 240_000 }, () => {
  it('reports that its port is taken with status 2 before it starts anything', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const { status, err, out } = await startDemo('--port', String(port)).ended();
    other.close();

    expect(status).toBe(2);
    expect(err).toMatch(new RegExp(`^--port ${port}: .*taken.*--port 0 takes any`));
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).toBe('');
  });

  it('keeps the bot running at Ctrl-C, says what it waits for, and ends cleanly', async () => {
    expect(await endAtCtrlC()).toEqual(CLEAN_END);
  });

  it('ends at once at a second Ctrl-C, although alerts are still due', async () => {
    const demo = startDemo('--port', '0', '--seed', '3');
    const page = /Open (http:\/\/\S+)/.exec(await demo.said(/Open http/))?.[1];
    for (const action of [
      { do: 'fault', fault: 'permission-taken', on: true },
      { do: 'cause', cause: 'sweep' },
    ]) {
      const response = await fetch(`${page}/web/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(action),
      });
      expect(response.status).toBe(200);
    }

    demo.pressCtrlC();
    // npm forwards the signal that the terminal has already sent; this must not count as a second Ctrl-C.
    await demo.said(/still due: [1-9]/, 2);
    demo.pressCtrlC();
    const { status, out } = await demo.ended();

    expect(out).toMatch(/ends now, with [1-9]\d* still due/);
    expect(out).not.toContain('the bot died');
    expect(out.split('\n').at(-1)).toMatch(/^\{"salesListed"/);
    expect(status).toBe(1);
  });
});

describePostgres('the demo on PostgreSQL', () => {
  it('keeps bot and PostgreSQL running at Ctrl-C', async () => {
    expect(await endAtCtrlC('--database', 'postgres')).toEqual(CLEAN_END);
  }, 240_000);
});
