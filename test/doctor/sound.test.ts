import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnosisOf, type Patient, startPatient } from './patient.ts';

const DOCTOR = fileURLToPath(new URL('../../src/doctor.mjs', import.meta.url));

/** Runs the doctor as `npm run doctor` does, in the folder of `.env`. */
async function runAsProcess(
  { folder }: Pick<Patient, 'folder'>,
  options: readonly string[] = [],
): Promise<Diagnosis & { readonly code: number | null }> {
  const child = spawn(process.execPath, [...options, DOCTOR], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part.toString('utf8')));
  await once(child, 'close');
  return { ...diagnosisOf(parts.join(''), child.exitCode === 0), code: child.exitCode };
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

/** Has Node say that it is another version, before the doctor is read. */
function pretending(version: string): readonly string[] {
  const versions = JSON.stringify({ ...process.versions, node: version });
  return ['--import', `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`];
}

describe('the doctor, whose reader has read enough', () => {
  it('ends without complaint', async () => {
    await using patient = await startPatient();
    const child = spawn(process.execPath, [DOCTOR], {
      cwd: patient.folder,
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
    const { code, text } = await runAsProcess({ folder: tmpdir() }, pretending('20.9.0'));
    expect(text.split('\n')).toEqual([
      '✗ This is Node 20.9.0; Gavel needs Node 24 or newer.',
      expect.stringContaining('→ Install Node 24'),
      '',
    ]);
    expect(code).toBe(1);
  });
});

describe('the doctor, where all is well', () => {
  it('finds nothing wrong and nothing to remark', async () => {
    await using patient = await startPatient();
    const { sound, signed } = await patient.examine();
    expect(signed('✗')).toEqual([]);
    expect(signed('!')).toEqual([]);
    expect(sound).toBe(true);
  });

  it('ends with status 0 as a process, and tells the version of Node first and the sum last', async () => {
    await using patient = await startPatient();
    const { code, text, signed } = await runAsProcess(patient);
    expect(signed('✗')).toEqual([]);
    expect(text.trimEnd().split('\n').at(0)).toBe(`✓ Node ${process.versions.node} runs Gavel.`);
    expect(text.trimEnd().split('\n').at(-1)).toBe('Nothing is wrong.');
    expect(code).toBe(0);
  });

  it('ends with status 1 as a process when something is wrong', async () => {
    await using patient = await startPatient();
    patient.world.discord.deleteChannel(patient.world.home.channelId);
    const { code, signed } = await runAsProcess(patient);
    expect(signed('✗')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('changes nothing, on the disk or at Discord', async () => {
    await using patient = await startPatient();
    const before = await filesIn(patient.folder);
    const methods: string[] = [];
    patient.world.discord.onRequest(({ method }) => methods.push(method));
    await patient.examine();
    expect(await filesIn(patient.folder)).toEqual(before);
    expect(methods.length).toBeGreaterThan(5);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect(patient.world.discord.messages(patient.world.home.channelId)).toEqual([]);
  });

  it('never says the token', async () => {
    await using patient = await startPatient();
    await patient.write({ OPERATOR_CHANNEL_ID: patient.world.home.channelId });
    const { text, signed } = await patient.examine();
    expect(text).not.toContain(patient.world.token);
    expect(signed('✓')).toContain('✓ The operator is told of trouble in #sales in “home”.');
  });

  it('looks past the first start: no database, no commands, no rules', async () => {
    await using patient = await startPatient();
    await patient.world.asBot('PUT', `/applications/${patient.world.applicationId}/commands`, []);
    await patient.write({ DATABASE_URL: `sqlite:${patient.folder}/new/gavel.db` });
    const { sound, signed } = await patient.examine();
    expect(sound).toBe(true);
    expect(signed('!')).toEqual(['! No command is registered in all servers yet.']);
    expect(signed('✓').join('\n')).toContain('There is no database yet; the first start makes');
  });

  it('looks beside a running bot, and knows its port', async () => {
    await using patient = await startPatient();
    const { world, databaseFile } = patient;
    const port = String(await freePort());
    const environment = { DATABASE_URL: `sqlite:${databaseFile}`, HTTP_PORT: port };
    await using bot = world.launch(environment);
    await bot.log.until('ready');
    await patient.write({ HTTP_PORT: port });
    const { signed } = await patient.examine();
    expect(signed('✗')).toEqual([]);
    expect(signed('✓').join('\n')).toContain('the bot is running on it');
    expect(signed('✓')).toContain(`✓ The running bot serves health and metrics at 127.0.0.1:${port}.`);
  });

  it('knows threads, locked ones too', async () => {
    await using patient = await startPatient();
    const { world } = patient;
    const { id } = world.discord.createThread({ channelId: world.home.channelId, name: 'late' });
    await patient.write({ OPERATOR_CHANNEL_ID: id });
    expect((await patient.examine()).signed('✓')).toContain(
      '✓ The operator is told of trouble in #late in “home”.',
    );
    world.discord.setThread(id, { locked: true });
    expect((await patient.examine()).signed('✗')).toEqual([
      '✗ The operator’s messages cannot be posted in #late in “home”: the bot lacks Manage Threads.',
    ]);
  });

  it('knows commands that are registered in one server only', async () => {
    await using patient = await startPatient();
    const { world, databaseFile } = patient;
    await world.asBot('PUT', `/applications/${world.applicationId}/commands`, []);
    const { guildId } = world.home;
    {
      await using bot = await world.start({ DATABASE_URL: `sqlite:${databaseFile}`, GUILD_ID: guildId });
      await bot.log.until('ready');
    }
    await patient.write({ GUILD_ID: guildId });
    const { signed } = await patient.examine();
    expect(signed('!')).toEqual([]);
    expect(signed('✗')).toEqual([]);
    expect(signed('✓').join('\n')).toContain(`registered in the server GUILD_ID ${guildId} only`);
    await patient.write();
    const without = await patient.examine();
    expect(without.signed('!').join('\n')).toContain('commands of its own, from an earlier GUILD_ID');
  });
});
