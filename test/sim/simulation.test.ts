import { describe, expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

/** Without the last line, which has times of the machine. */
const withoutFigures = (output: string): string => output.slice(0, output.lastIndexOf('{"figure"'));

describe('the whole bot on virtual time', () => {
  it('loses nothing, posts nothing twice and keeps order, time and limits in random histories', async () => {
    expect(await simulate('--runs', '2', '--seed', 'tests')).toContain('"failed":0');
  });

  it('loses nothing, posts nothing twice and leaves no role alone when three share a database', async () => {
    expect(await simulate('--bots', '3', '--runs', '1', '--seed', 'tests')).toContain('"failed":0');
  });

  it('has the same log, byte for byte, for the same seed', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => simulate('--history', '3', '--seed', 'again', '--log')),
    );
    expect(withoutFigures(one ?? '').length).toBeGreaterThan(10_000);
    expect(withoutFigures(other ?? '')).toBe(withoutFigures(one ?? ''));
  });
});
