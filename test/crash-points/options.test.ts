import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMIT_PATTERNS, commitName } from './commits.ts';
import { sqlOfStore } from './store-sql.ts';

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
});

describe('a commit', () => {
  it.each([
    ['begun post', ['UPDATE deliveries SET state = ?', '\n INSERT INTO posts\n (channel_id) VALUES (?)']],
    ['poll of the feed', ['INSERT INTO alerts (key) VALUES (?)', 'INSERT INTO seen (key) VALUES (?)']],
    [
      'notice',
      [
        'UPDATE lanes SET notice_due = 0 WHERE channel_id = ?',
        `UPDATE lanes SET state = 'open', problem_code = NULL, stopped_at = NULL\n WHERE channel_id = ?`,
      ],
    ],
    [null, ['SELECT 1', "UPDATE deliveries SET state = 'expired'"]],
  ])('is called “%s” by what it wrote', (name, statements) => {
    expect(commitName(statements)).toBe(name);
  });

  it.each(COMMIT_PATTERNS)('is recognised by a statement that the store has: %s', (_name, pattern) => {
    expect(sqlOfStore().some((sql) => pattern.test(sql))).toBe(true);
  });
});
