import { describe, expect, it } from 'vitest';
import type { ViewContext } from '#src/discord/views/context.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { address } from '../../support/build-activity.ts';
import { viewContext } from './view-context.ts';

/** A list of lines that link an item and a wallet, each called by a text of this length. */
function listOf(lines: number, length: number) {
  const entries = ({ links }: ViewContext) =>
    Array.from(
      { length: lines },
      () =>
        `${links.item(address(1), '1') ?? 'item'} ${links.profile(address(1)) ?? 'wallet'} ${'x'.repeat(length)}`,
    );
  const embed = listEmbed({ title: 'List', entries, empty: 'Nothing yet.', footer: 'page 1' }, viewContext());
  return embed.description ?? '';
}

describe('the embed of a list', () => {
  it('has every link while there is room for that', () => {
    expect(listOf(10, 10).match(/https:/g)).toHaveLength(20);
  });

  it('leaves out wallets before transactions and items, and those before lines', () => {
    expect(listOf(10, 280)).toMatch(/^https:\S+ wallet x/);
    expect(listOf(10, 350)).toMatch(/^item wallet x/);
    expect(listOf(10, 350).split('\n')).toHaveLength(10);
  });

  it('says how many lines did not fit', () => {
    const text = listOf(30, 350);
    expect(text.length).toBeLessThanOrEqual(3_900);
    expect(text).toMatch(/\nand 20 more$/);
  });

  it('cuts even a single line that is longer than all the room', () => {
    expect(listOf(1, 5_000).length).toBeLessThanOrEqual(3_900);
  });

  it('says what to do in the place of nothing', () => {
    expect(listOf(0, 0)).toBe('Nothing yet.');
  });
});
