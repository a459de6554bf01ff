import { describe, expect, it } from 'vitest';
import { MISTAKES } from './mistakes.ts';
import { describeStep, searchModel } from './search.ts';

describe('one message and two processes, in every order of their steps and faults', () => {
  it('one process sends at a time, nothing is lost or posted twice, and every message can be settled', () => {
    const { states, violation } = searchModel();
    expect(violation).toBeNull();
    // Fewer would mean that something cannot happen any more.
    expect(states).toBeGreaterThan(70_000);
  });
});

describe('a process that is suspended between its last check and its request can post a second copy', () => {
  it('after more than a minute', () => {
    const { violation } = searchModel({ excepted: ['after a search'] });
    expect(violation?.invariant).toBe('never twice');
    expect(violation?.history.map(describeStep)).toContain('a tick without 0');
  });

  it('after another process searched for the message', () => {
    const { violation } = searchModel({ excepted: ['after a minute'] });
    expect(violation?.invariant).toBe('never twice');
    expect(violation?.history.map(describeStep)).toContain('1: search: absent');
  });
});

describe('each rule is necessary', () => {
  for (const [rule, invariant] of Object.entries(MISTAKES))
    it(`without “${rule}”, “${invariant}” is broken`, () => {
      const { violation } = searchModel({ keeps: (other) => other !== rule });
      expect(violation?.invariant).toBe(invariant);
    });
});
