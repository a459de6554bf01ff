import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedIntoImage, dockerInstructions, found, projectFile, projectPath } from './deploy-files.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Where `npm ci --omit=dev` puts the packages, by the lock file. */
function productionPackages(): readonly string[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    projectFile('package-lock.json'),
  );
  return Object.entries(lock.packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && dev !== true && devOptional !== true)
    .map(([place]) => place)
    .filter((place) => existsSync(projectPath(place)));
}

async function run(folder: string, program: string) {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: child.exitCode, output, complaints };
}

describe('the image', () => {
  it('copies only what there is, and what is let through to the builder', () => {
    const ignore = projectFile('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    const letThrough = ignore.slice(1).map((line) => found(line, /^!(.+)$/));
    expect(copiedIntoImage().filter((source) => !existsSync(projectPath(source)))).toEqual([]);
    expect(copiedIntoImage().toSorted()).toEqual(letThrough.toSorted());
  });

  it('runs as somebody who is not root, and is stopped by SIGTERM', () => {
    expect(dockerInstructions()).toContain('USER node');
    expect(dockerInstructions()).toContain('STOPSIGNAL SIGTERM');
    expect(dockerInstructions()).toContain('CMD ["node", "--max-semi-space-size=2", "src/main.ts"]');
  });

  it('runs on the Node that the project asks for', () => {
    const asked = found(projectFile('package.json'), /"node": ">=(\d+)"/);
    expect(found(projectFile('Dockerfile'), /NODE_IMAGE=node:(\d+)-/)).toBe(asked);
  });
});

describe('what is in the image, without anything else', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gavel-image-'));
    for (const place of [...copiedIntoImage(), ...productionPackages()]) {
      await cp(projectPath(place), path.join(folder, place), {
        recursive: true,
        filter: (source) => !source.endsWith(`better-sqlite3${path.sep}deps`),
      });
    }
  }, 60_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('starts, and asks for the settings that it lacks with status 78', async () => {
    const { status, output, complaints } = await run(folder, 'src/main.ts');
    expect(complaints).toBe('');
    expect(JSON.parse(output)).toMatchObject({
      code: 'CONFIG_INVALID',
      msg: expect.stringContaining('DISCORD_TOKEN: is missing'),
    });
    expect(status).toBe(78);
  });

  it.each([
    ['src/backup.ts', 'There is no database'],
    ['src/restore.ts', 'There is no backup in'],
  ])('brings %s along', async (program, sentence) => {
    const { status, complaints } = await run(folder, program);
    expect(complaints).toContain(sentence);
    expect(status).toBe(78);
  });
});
