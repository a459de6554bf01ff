import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../e2e/interactions/http-world.ts';
import { type DoctorFixture, type DoctorReport, parseReport, startDoctorFixture } from './doctor-fixture.ts';

const DOCTOR = fileURLToPath(new URL('../../src/bin/doctor.mjs', import.meta.url));

/** Runs the doctor as `npm run doctor` does, in the folder of `.env`. */
async function runAsProcess(
  { folder }: Pick<DoctorFixture, 'folder'>,
  options: readonly string[] = [],
): Promise<DoctorReport & { readonly code: number | null }> {
  const child = spawn(process.execPath, [...options, DOCTOR], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part.toString('utf8')));
  await once(child, 'close');
  return { ...parseReport(parts.join(''), child.exitCode === 0), code: child.exitCode };
}

/** A digest of every file below a folder, by name. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const digests = files.map(async (file) => {
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [path.relative(folder, file), digest] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Node options that replace `process.versions.node` before the doctor is loaded. */
function pretendNodeVersion(version: string): readonly string[] {
  const versions = JSON.stringify({ ...process.versions, node: version });
  return ['--import', `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`];
}

describe('the doctor, when its output is closed early', () => {
  it('ends without an error message', async () => {
    await using fixture = await startDoctorFixture();
    const child = spawn(process.execPath, [DOCTOR], {
      cwd: fixture.folder,
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const complaints: string[] = [];
    child.stderr.on('data', (part: Buffer) => complaints.push(part.toString('utf8')));
    child.stdout.once('data', () => child.stdout.destroy());
    await once(child, 'exit');

    expect({ code: child.exitCode, complaints }).toEqual({ code: 1, complaints: [] });
  });
});

describe('the doctor, under an old Node', () => {
  it('says so, what to do, and nothing else', async () => {
    const { code, text } = await runAsProcess({ folder: tmpdir() }, pretendNodeVersion('20.9.0'));
    expect(text.split('\n')).toEqual([
      '✗ This is Node 20.9.0; Gavel needs Node 24 or newer.',
      expect.stringContaining('→ Install Node 24'),
      '',
    ]);
    expect(code).toBe(1);
  });
});

describe('the doctor, where all is well', () => {
  it('reports no problem and no warning', async () => {
    await using fixture = await startDoctorFixture();
    const { isHealthy, withSign } = await fixture.runChecks();
    expect(withSign('✗')).toEqual([]);
    expect(withSign('!')).toEqual([]);
    expect(isHealthy).toBe(true);
  });

  it('ends with status 0 as a process, and prints the version of Node first and the summary last', async () => {
    await using fixture = await startDoctorFixture();
    const { code, text, withSign } = await runAsProcess(fixture);
    expect(withSign('✗')).toEqual([]);
    expect(text.trimEnd().split('\n').at(0)).toBe(`✓ Node ${process.versions.node} runs Gavel.`);
    expect(text.trimEnd().split('\n').at(-1)).toBe('Nothing is wrong.');
    expect(code).toBe(0);
  });

  it('ends with status 1 as a process when something is wrong', async () => {
    await using fixture = await startDoctorFixture();
    fixture.world.discord.deleteChannel(fixture.world.home.channelId);
    const { code, withSign } = await runAsProcess(fixture);
    expect(withSign('✗')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('changes nothing, on the disk or at Discord', async () => {
    await using fixture = await startDoctorFixture();
    const before = await filesIn(fixture.folder);
    const methods: string[] = [];
    fixture.world.discord.onRequest(({ method }) => methods.push(method));
    await fixture.runChecks();
    expect(await filesIn(fixture.folder)).toEqual(before);
    expect(methods.length).toBeGreaterThan(5);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(fixture.world.discord.messages(fixture.world.home.channelId)).toEqual([]);
  });

  it('never prints the token', async () => {
    await using fixture = await startDoctorFixture();
    await fixture.write({ OPERATOR_CHANNEL_ID: fixture.world.home.channelId });
    const { text, withSign } = await fixture.runChecks();
    expect(text).not.toContain(fixture.world.token);
    expect(withSign('✓')).toContain('✓ The operator’s messages can be posted in #sales in “home”.');
  });

  it('looks past the first start: no database, no commands, no rules', async () => {
    await using fixture = await startDoctorFixture();
    await fixture.world.requestAsBot('PUT', `/applications/${fixture.world.applicationId}/commands`, []);
    await fixture.write({ DATABASE_URL: `sqlite:${fixture.folder}/new/gavel.db` });
    const { isHealthy, withSign } = await fixture.runChecks();
    expect(isHealthy).toBe(true);
    expect(withSign('!')).toEqual(['! No command is registered in all servers yet.']);
    expect(withSign('✓').join('\n')).toContain('There is no database yet; the first start creates');
  });

  it('looks beside a running bot, and knows its port', async () => {
    await using fixture = await startDoctorFixture();
    const { world, databaseFile } = fixture;
    const port = String(await freePort());
    const environment = { DATABASE_URL: `sqlite:${databaseFile}`, HTTP_PORT: port };
    await using bot = world.startProcess(environment);
    await bot.log.until('ready');
    await fixture.write({ HTTP_PORT: port });
    const { withSign } = await fixture.runChecks();
    expect(withSign('✗')).toEqual([]);
    expect(withSign('✓').join('\n')).toContain('the bot is running on it');
    expect(withSign('✓')).toContain(`✓ The running bot serves health and metrics at 127.0.0.1:${port}.`);
  });

  it('knows that commands come over HTTP, and asks the URL while the bot runs', async () => {
    await using fixture = await startDoctorFixture();
    const { world, databaseFile } = fixture;
    const port = String(await freePort());
    const http = { INTERACTIONS: 'http', DISCORD_PUBLIC_KEY: publicKeyOf(world), HTTP_PORT: port };
    const url = `http://127.0.0.1:${port}/interactions`;
    await fixture.write(http);
    {
      await using bot = world.startProcess({ DATABASE_URL: `sqlite:${databaseFile}`, ...http });
      await bot.log.until('ready');
      expect(await world.discord.interactionsEndpoints.save(world.applicationId, url)).toBeNull();
      const { withSign } = await fixture.runChecks();
      expect([...withSign('✗'), ...withSign('!')]).toEqual([]);
      expect(withSign('✓')).toContain(
        `✓ Discord sends the commands to ${url}, as INTERACTIONS=http says, and something takes them there.`,
      );
    }
    const afterwards = await fixture.runChecks();
    expect(afterwards.withSign('✓')).toContain(
      `✓ Discord sends the commands to ${url}, as INTERACTIONS=http says; the bot is not running.`,
    );
  });

  it('knows threads, locked ones too', async () => {
    await using fixture = await startDoctorFixture();
    const { world } = fixture;
    const { id } = world.discord.createThread({ channelId: world.home.channelId, name: 'late' });
    await fixture.write({ OPERATOR_CHANNEL_ID: id });
    expect((await fixture.runChecks()).withSign('✓')).toContain(
      '✓ The operator’s messages can be posted in #late in “home”.',
    );
    world.discord.setThread(id, { locked: true });
    expect((await fixture.runChecks()).withSign('✗')).toEqual([
      '✗ The operator’s messages cannot be posted in #late in “home”: the bot lacks Manage Threads.',
    ]);
  });

  it('knows commands that are registered in one server only', async () => {
    await using fixture = await startDoctorFixture();
    const { world, databaseFile } = fixture;
    await world.requestAsBot('PUT', `/applications/${world.applicationId}/commands`, []);
    const { guildId } = world.home;
    {
      await using bot = await world.start({ DATABASE_URL: `sqlite:${databaseFile}`, GUILD_ID: guildId });
      await bot.log.until('ready');
    }
    await fixture.write({ GUILD_ID: guildId });
    const { withSign } = await fixture.runChecks();
    expect(withSign('!')).toEqual([]);
    expect(withSign('✗')).toEqual([]);
    expect(withSign('✓').join('\n')).toContain(`registered in the server GUILD_ID ${guildId} only`);
    await fixture.write();
    const without = await fixture.runChecks();
    expect(without.withSign('!').join('\n')).toContain('commands of its own, from an earlier GUILD_ID');
  });
});
