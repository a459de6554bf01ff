import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../.ci/check-subjects.mjs', import.meta.url));

/** A repository with these commits after its first. */
async function repositoryWith(...subjects: readonly string[]) {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-subjects-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'Whatever came before.');
  const base = git('rev-parse', 'HEAD');
  for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '-m', subject);
  return {
    check(named: string = base) {
      const options = {
        cwd: folder.path,
        encoding: 'utf8',
        env: { ...process.env, GAVEL_BASE: named },
      } as const;
      const { status, stdout } = spawnSync(process.execPath, [SCRIPT], options);
      return { status, stdout };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('the check of the subjects of commits', () => {
  it('takes an area and a sentence of 72 characters at most, whatever came before the change', async () => {
    await using repository = await repositoryWith(
      'outbox: keep what waits',
      `store: ${'x'.repeat(72 - 'store: '.length)}`,
    );
    expect(repository.check()).toEqual({ status: 0, stdout: '' });
  });

  it.each([
    'Keep what waits',
    'outbox: Keep what waits',
    'outbox: keep what waits.',
    `store: ${'x'.repeat(73 - 'store: '.length)}`,
  ])('refuses %j and shows it', async (subject) => {
    await using repository = await repositoryWith('outbox: keep what waits', subject);
    const { status, stdout } = repository.check();
    expect(status).toBe(1);
    expect(stdout).toContain(subject);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('says that it checks nothing where the base is not known', async () => {
    await using repository = await repositoryWith('Anything');
    const { status, stdout } = repository.check('0'.repeat(40));
    expect(status).toBe(0);
    expect(stdout).toContain('not checked');
  });
});
