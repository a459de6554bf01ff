import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dockerInstructions, imageSources, match, projectFile, projectPath } from './deploy-files.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Folders of the packages that `npm ci --omit=dev` installs, according to the lock file. */
function productionPackages(): readonly string[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    projectFile('package-lock.json'),
  );
  return Object.entries(lock.packages)
    .filter(
      ([packagePath, { dev, devOptional }]) => packagePath !== '' && dev !== true && devOptional !== true,
    )
    .map(([packagePath]) => packagePath)
    .filter((packagePath) => existsSync(projectPath(packagePath)));
}

async function run(folder: string, program: string) {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errorOutput] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: child.exitCode, output, errorOutput };
}

describe('the image', () => {
  it('copies only existing files that .dockerignore lets through', () => {
    const ignore = projectFile('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    const letThrough = ignore.slice(1).map((line) => match(line, /^!(.+)$/));
    expect(imageSources().filter((source) => !existsSync(projectPath(source)))).toEqual([]);
    expect(imageSources().toSorted()).toEqual(letThrough.toSorted());
  });

  it('runs as a user other than root and stops on SIGTERM', () => {
    expect(dockerInstructions()).toContain('USER node');
    expect(dockerInstructions()).toContain('STOPSIGNAL SIGTERM');
    expect(dockerInstructions()).toContain(
      'CMD ["node", "--max-semi-space-size=2", "--expose-gc", "src/main.mjs"]',
    );
  });

  it('runs on the Node version that package.json requires', () => {
    const asked = match(projectFile('package.json'), /"node": ">=(\d+)"/);
    expect(match(projectFile('Dockerfile'), /NODE_IMAGE=node:(\d+)-/)).toBe(asked);
  });
});

describe('the files of the image alone', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gavel-image-'));
    for (const packagePath of [...imageSources(), ...productionPackages()]) {
      await cp(projectPath(packagePath), path.join(folder, packagePath), {
        recursive: true,
        filter: (source) => !source.endsWith(`better-sqlite3${path.sep}deps`),
      });
    }
  }, 60_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('start, and exit with status 78 naming the missing settings', async () => {
    const { status, output, errorOutput } = await run(folder, 'src/main.mjs');
    expect(errorOutput).toBe('');
    expect(JSON.parse(output)).toMatchObject({
      code: 'CONFIG_INVALID',
      msg: expect.stringContaining('DISCORD_TOKEN: is missing'),
    });
    expect(status).toBe(78);
  });

  it.each([
    ['src/bin/backup.ts', 'There is no database'],
    ['src/bin/restore.ts', 'There is no backup in'],
  ])('include %s', async (program, sentence) => {
    const { status, errorOutput } = await run(folder, program);
    expect(errorOutput).toContain(sentence);
    expect(status).toBe(78);
  });
});
