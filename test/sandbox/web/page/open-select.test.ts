import { describe, expect, it } from 'vitest';
import {
  found,
  isComplete,
  type OpenSelect,
  opened,
  pressed,
  type SelectMenu,
  selectIntent,
} from '../../../../sandbox/web/page/select/open-select.ts';

const choices = ['Normal', 'Big', 'Compact', 'Plain'].map((label) => ({ value: label.toLowerCase(), label }));
const menu = (change: Partial<SelectMenu> = {}): SelectMenu => ({
  key: 'look',
  choices,
  chosen: ['compact'],
  min: 1,
  max: 1,
  ...change,
});
const at = (active: number, change: Partial<OpenSelect> = {}): OpenSelect => ({
  ...opened(menu()),
  active,
  ...change,
});

describe('an open select menu', () => {
  it('begins at what is chosen, or at the first choice', () => {
    expect(opened(menu()).active).toBe(2);
    expect(opened(menu({ chosen: [] })).active).toBe(0);
  });

  it('moves by the arrow keys, Home and End, and stops at the ends', () => {
    const to = (key: string, active: number) => selectIntent(key, at(active), choices.length);
    expect(to('ArrowDown', 1)).toEqual({ does: 'move', to: 2 });
    expect(to('ArrowDown', 3)).toEqual({ does: 'move', to: 3 });
    expect(to('ArrowUp', 0)).toEqual({ does: 'move', to: 0 });
    expect(to('Home', 3)).toEqual({ does: 'move', to: 0 });
    expect(to('End', 0)).toEqual({ does: 'move', to: 3 });
  });

  it('closes with Escape and, moving the focus on, with Tab; other keys are left alone', () => {
    expect(selectIntent('Escape', at(0), 4)).toEqual({ does: 'close', handled: true });
    expect(selectIntent('Tab', at(0), 4)).toEqual({ does: 'close', handled: false });
    expect(selectIntent('F5', at(0), 4)).toBeNull();
  });

  it('finds a choice by what is typed without a pause', () => {
    const first = found(at(0), choices, 'P', 1_000);
    expect(first.active).toBe(3);
    expect(found(at(0, { typed: 'co', typedAtMs: 500 }), choices, 'm', 900).active).toBe(2);
    expect(found(first, choices, 'b', 5_000).active).toBe(1);
    expect(found(first, choices, 'x', 1_200).active).toBe(3);
  });
});

describe('a pressed choice', () => {
  it('replaces the one before, and cannot be taken back where one is needed', () => {
    expect(pressed(menu(), ['compact'], 'big')).toEqual(['big']);
    expect(pressed(menu(), ['compact'], 'compact')).toEqual(['compact']);
    expect(pressed(menu({ min: 0 }), ['compact'], 'compact')).toEqual([]);
  });

  it('is added or taken back where several are allowed, in the order of the list, up to the most', () => {
    const several = menu({ min: 0, max: 2 });
    expect(pressed(several, ['compact'], 'normal')).toEqual(['normal', 'compact']);
    expect(pressed(several, ['normal', 'compact'], 'big')).toEqual(['normal', 'compact']);
    expect(pressed(several, ['normal', 'compact'], 'normal')).toEqual(['compact']);
  });
});

it('the picked values are sent when there are enough of them, and others than before', () => {
  const several = menu({ min: 2, max: 3, chosen: ['big', 'plain'] });
  expect(isComplete(several, ['big'])).toBe(false);
  expect(isComplete(several, ['plain', 'big'])).toBe(false);
  expect(isComplete(several, ['plain', 'normal'])).toBe(true);
});
