import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type LiveFixture, startLiveFixture } from './live-fixture.ts';

const DOCTOR = fileURLToPath(new URL('../../../src/bin/doctor.mjs', import.meta.url));

interface RunningDoctor {
  readonly child: ChildProcess;
  /** Everything that was printed so far. */
  text(): string;
  /** Resolves to the exit status. */
  ended(): Promise<number | null>;
}

/** Starts the doctor as `npm run doctor` does, in the folder of `.env`. */
function startDoctor({ folder }: Pick<LiveFixture, 'folder'>, args: readonly string[]): RunningDoctor {
  const child = spawn(process.execPath, [DOCTOR, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part.toString('utf8')));
  const closed = once(child, 'close');
  return {
    child,
    text: () => parts.join(''),
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

const liveArgs = ({ channelId, forumId }: LiveFixture): readonly string[] => [
  '--live',
  '--channel',
  channelId,
  '--forum',
  forumId,
];

/** Resolves when so many messages or threads were created. */
const untilPosted = ({ discord }: LiveFixture, count: number): Promise<void> =>
  new Promise((resolve) => {
    let posted = 0;
    discord.onMessage(({ kind }) => {
      posted += kind === 'created' ? 1 : 0;
      if (posted === count) resolve();
    });
  });

async function reportIn(folder: string): Promise<unknown> {
  const names = (await readdir(folder)).filter((name) => /^gavel-live-[\dT-]+\.json$/.test(name));
  expect(names).toHaveLength(1);
  return JSON.parse(await readFile(path.join(folder, names[0] ?? ''), 'utf8'));
}

describe('npm run doctor -- --live', () => {
  it('asks first, and does nothing after a no or the end of the input', async () => {
    await using fixture = await startLiveFixture();
    const methods = new Set<string>();
    fixture.discord.onRequest(({ method }) => methods.add(method));
    for (const answer of ['no\n', '']) {
      const doctor = startDoctor(fixture, liveArgs(fixture));
      doctor.child.stdin?.end(answer);
      expect(await doctor.ended()).toBe(0);
      expect(doctor.text()).toContain('Continue? Type yes:');
      expect(doctor.text()).toContain('! Nothing was tried');
    }
    expect([...methods]).toEqual(['GET']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'cleans up after %s, writes the report, and ends with 1',
    async (signal) => {
      await using fixture = await startLiveFixture();
      const doctor = startDoctor(fixture, liveArgs(fixture));
      const posted = untilPosted(fixture, 2);
      doctor.child.stdin?.write('yes\n');
      await posted;
      doctor.child.kill(signal);
      expect(await doctor.ended()).toBe(1);
      expect(doctor.text()).toContain('✗ The run was stopped.');
      expect(doctor.text()).not.toContain(fixture.token);
      expect(fixture.discord.messages(fixture.channelId)).toEqual([]);
      expect(await reportIn(fixture.folder)).toMatchObject({ isCleanedUp: true });
    },
  );

  it('never replaces a file by the report', async () => {
    await using fixture = await startLiveFixture();
    const args = [...liveArgs(fixture), '--report', '.env'];
    const doctor = startDoctor(fixture, args);
    const posted = untilPosted(fixture, 1);
    doctor.child.stdin?.write('yes\n');
    await posted;
    doctor.child.kill('SIGINT');
    expect(await doctor.ended()).toBe(1);
    expect(doctor.text()).toMatch(/✗ The report could not be written: EEXIST.*\.env/);
    expect(await readFile(fixture.envFile, 'utf8')).toContain(fixture.token);
  });

  it('cleans up when the reader of its output has gone', async () => {
    await using fixture = await startLiveFixture();
    const doctor = startDoctor(fixture, liveArgs(fixture));
    const posted = untilPosted(fixture, 2);
    doctor.child.stdin?.write('yes\n');
    await posted;
    doctor.child.stdout?.destroy();
    expect(await doctor.ended()).toBe(1);
    expect(fixture.discord.messages(fixture.channelId)).toEqual([]);
    expect(await reportIn(fixture.folder)).toMatchObject({ isCleanedUp: true });
  });

  it.each([
    [['--live'], '--channel is missing'],
    [['--channel', '123456789012345678'], 'These options need --live'],
    [['--live', '--channel', 'sales'], '"sales" is no id'],
    [['--live', '--chanel', '1'], 'Unknown option'],
  ])('refuses %j', async (args, message) => {
    await using fixture = await startLiveFixture();
    const doctor = startDoctor(fixture, args);
    doctor.child.stdin?.end();
    expect(await doctor.ended()).toBe(1);
    expect(doctor.text()).toContain(message);
  });
});
