import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from '../../bench/harness/options.ts';

const ALWAYS = ['match', 'detect', 'store'];
const KNOWN = [...ALWAYS.map((name) => ({ name })), { name: 'year', onlyIfNamed: true as const }];

describe('the command line of the benches', () => {
  it('means all benches without a name', () => {
    expect(readOptions([], KNOWN)).toEqual({ names: ALWAYS, repeats: 2, quick: false, seed: 1 });
  });

  it('leaves out without a name what takes minutes', () => {
    expect(readOptions([], KNOWN).names).not.toContain('year');
    expect(readOptions(['year'], KNOWN).names).toEqual(['year']);
  });

  it('keeps the order of the benches, in any order of the names', () => {
    expect(readOptions(['store', 'match'], KNOWN).names).toEqual(['match', 'store']);
  });

  it('lists the benches if one does not exist', () => {
    expect(() => readOptions(['match', 'speed'], KNOWN)).toThrow(
      new UsageError('There is no bench speed. There are: match, detect, store, year.'),
    );
  });

  it('repeats a quick run less often by default', () => {
    expect(readOptions(['--quick'], KNOWN)).toMatchObject({ quick: true, repeats: 2 });
    expect(readOptions(['--quick', '--repeats', '7'], KNOWN).repeats).toBe(7);
  });

  it.each(['0', '-1', '1.5', 'often'])('refuses to repeat “%s” times', (repeats) => {
    expect(() => readOptions([`--repeats=${repeats}`], KNOWN)).toThrow(UsageError);
  });

  it('refuses an option that it does not know', () => {
    expect(() => readOptions(['--fast'], KNOWN)).toThrow(UsageError);
  });
});
