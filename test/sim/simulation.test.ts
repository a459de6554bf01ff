import { describe, expect, it } from 'vitest';
import { simulate } from './simulate-in-a-process.ts';

/** Without the last line, which has times of the machine. */
const withoutFigures = (output: string): string => output.slice(0, output.lastIndexOf('{"figure"'));

describe('the whole bot on virtual time', () => {
  it('makes no mistake in random histories, and has the same log, byte for byte, for the same seed', async () => {
    const [one = '', other = ''] = await Promise.all(
      [1, 2].map(() => simulate('--runs', '2', '--seed', 'tests', '--log', '--processes', '1')),
    );
    expect(one).toContain('"failed":0');
    expect(withoutFigures(one).length).toBeGreaterThan(10_000);
    expect(withoutFigures(other)).toBe(withoutFigures(one));
  });
});
