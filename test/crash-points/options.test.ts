import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('the crash test', () => {
  it.each([
    ['--kills', '0'],
    ['--kills', '901'],
    ['--kills', 'many'],
    ['--seed', '0.5'],
  ])('refuses %s %s and says what is accepted', (flag, value) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, flag, value], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`${flag} is a whole number.*\\n.*--kills N`));
  });

  it('refuses another database and says which there are', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, '--database', 'mysql'], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('--database mysql: accepted is sqlite or postgres.');
  });
});
