import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const DEMO = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

/** Runs the demo until it ends, like `npm run demo`. */
async function runDemo(...flags: readonly string[]) {
  const child = spawn(process.execPath, [DEMO, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, err };
}

const LAST_LINES = 60;

interface Ended {
  readonly status: number | null;
  readonly err: string;
  readonly lines: readonly string[];
}

const CLEAN_EXIT = { status: 0, err: '', last: [] };

/** Exit status and errors of a demo; after a failure also its last lines, which name what was lost. */
const outcome = ({ status, err, lines }: Ended) => ({
  status,
  err,
  last: status === 0 ? [] : lines.slice(-LAST_LINES),
});

const count = z.number().int().nonnegative();

/** Schema of the demo's last line; other keys are an error. */
const summary = z.strictObject({
  salesListed: count,
  alertsDue: count,
  alertsPosted: count,
  lost: count,
  twice: count,
  undecided: count,
  problems: z.array(z.string()),
  kinds: z.record(z.string(), z.strictObject({ due: count, posted: count, lost: count, twice: count })),
  auctions: z.strictObject({ ended: count, announced: count, lost: count, twice: count, wrong: count }),
  latencyMs: z.strictObject({ p50: z.number(), p99: z.number() }),
  marketplaceRequests: count,
  discordRequests: count,
  discord429: count,
  directMessageOpenings: z.strictObject({ count, mostInAMinute: count, isTooFast: z.literal(false) }),
});

/** A line of `--record`. */
const recorded = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/api/v10/'),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  status: z.number(),
  time: z.number(),
});

// Each demo takes seconds of real time, so they run concurrently. On a busy machine a bot takes minutes to start.
describe.concurrent('the demo', { timeout: 300_000 }, () => {
  it('runs, drains, ends with status 0 and one line of JSON, and records every request without the token', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gavel-demo-test-'));
    const file = path.join(folder, 'requests.jsonl');
    try {
      const { status, out, err } = await runDemo(
        '--headless',
        '--for',
        '5',
        '--speed',
        '4',
        '--seed',
        '3',
        '--record',
        file,
      );
      const lines = out.trimEnd().split('\n');
      const end = summary.parse(JSON.parse(lines.at(-1) ?? ''));
      const requests = (await readFile(file, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => recorded.parse(JSON.parse(line)));

      expect(outcome({ status, err, lines })).toEqual(CLEAN_EXIT);
      expect(lines.filter((line) => line.startsWith('{'))).toHaveLength(1);
      expect(end).toMatchObject({ lost: 0, twice: 0, alertsPosted: end.alertsDue });
      expect(end.salesListed).toBeGreaterThan(0);
      expect(end.alertsDue).toBeGreaterThan(end.salesListed - 1);
      expect(end.latencyMs.p99).toBeGreaterThanOrEqual(end.latencyMs.p50);
      expect(requests.length).toBe(end.discordRequests);
      expect(requests.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
      expect(requests.some((request) => JSON.stringify(request.body ?? null).includes('sold for'))).toBe(
        true,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('serves its page, from which the bot is killed and a sweep is bought, and loses nothing', async () => {
    const child = spawn(process.execPath, [DEMO, '--port', '0', '--for', '9', '--seed', '5'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    const failure = text(child.stderr);
    const lines: string[] = [];
    const url = Promise.withResolvers<string>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = /Open (http:\/\/127\.0\.0\.1:\d+) – Ctrl\+C ends it/.exec(line)?.[1];
      if (found !== undefined) url.resolve(found);
    });
    const page = await url.promise;
    const control = async (action: object): Promise<unknown> => {
      const response = await fetch(`${page}/web/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(action),
      });
      return response.json();
    };
    const world = z
      .object({ me: z.object({ id: z.string() }) })
      .parse(await (await fetch(`${page}/web/world`)).json());
    const events = await fetch(`${page}/web/events?as=${world.me.id}`);

    await control({ do: 'cause', cause: 'kill-bot' });
    await control({ do: 'cause', cause: 'sweep' });
    const shown = await events.text();
    await closed;

    expect(outcome({ status: child.exitCode, err: await failure, lines })).toEqual(CLEAN_EXIT);
    expect(summary.parse(JSON.parse(lines.at(-1) ?? ''))).toMatchObject({ lost: 0, twice: 0 });
    expect(shown).toContain('"botRestarts":1');
    expect(shown).toContain('7 × Lantern Foxes');
  });

  it.each([
    [['--for', 'ever'], /^--for ever: accepted is a number of seconds above 0/],
    [['--speed', '0'], /^--speed 0: accepted is a factor above 0/],
    [['--port', '99999'], /^--port 99999: accepted is a port/],
    [['--sales', 'many'], /^--sales many: accepted is a number of sales/],
    [['--seed', '-'], /^--seed -: accepted is a whole number/],
    [['--colour'], /--colour/],
  ])('refuses %j with status 2, and says what is accepted', async (flags, words) => {
    const { status, out, err } = await runDemo(...flags);

    expect(status).toBe(2);
    expect(err).toMatch(words);
    expect(err).toContain('npm run demo -- [--for SECONDS]');
    expect(out).toBe('');
  });
});
