import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const DEMO = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

/** Runs the demo to its end, as `npm run demo` does. */
async function runDemo(...flags: readonly string[]) {
  const child = spawn(process.execPath, [DEMO, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, err };
}

const count = z.number().int().nonnegative();

/** The demo's last line, with these keys and no others. */
const summary = z.strictObject({
  salesListed: count,
  alertsDue: count,
  alertsPosted: count,
  lost: count,
  twice: count,
  latencyMs: z.strictObject({ p50: z.number(), p99: z.number() }),
  marketplaceRequests: count,
  discordRequests: count,
  discord429: count,
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

describe('the demo', () => {
  it('plays, drains, ends with status 0 and one line of JSON, and records every request without the token', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gavel-demo-test-'));
    const file = path.join(folder, 'requests.jsonl');
    try {
      const { status, out } = await runDemo(
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

      expect(status).toBe(0);
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

  it.each([
    [['--for', 'ever'], /^--for ever: accepted is a number of seconds above 0/],
    [['--speed', '0'], /^--speed 0: accepted is a factor above 0/],
    [['--port', '99999'], /^--port 99999: accepted is a port/],
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
