import { describe, expect, it } from 'vitest';
import type { HolderPage } from '#src/marketplace/resources/holder.ts';
import { address } from '../../support/build-activity.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  freshResult,
  pageFrom,
  renderAnswer,
  targetScreen,
} from './answer-context.ts';

const PUNKS = address(0xc0);
const HOLDERS = { at: 'holders', collection: PUNKS, page: 1, minimum: 1 } as const;

function asks(counts: readonly number[], change: Partial<HolderPage> = {}) {
  const holders = counts.map((count, position) => ({ address: address(position + 1), count }));
  return answerContext({
    lookups: {
      holders: async (_collection, query) =>
        freshResult({
          ...pageFrom(holders, query),
          sorted: true,
          collection: { address: PUNKS, name: 'Punks', path: null },
          totalTokens: 1_000,
          uniqueHolders: 400,
          ...change,
        }),
    },
  });
}

describe('the holders of a collection', () => {
  it('are shown with their places and their parts of it', async () => {
    const answer = await answerScreen(HOLDERS, asks([120, 1]));
    const profile = (number: number) => `https://market.example/profile/${address(number)}`;
    expect(renderAnswer(answer).text.split('\n')).toEqual([
      '-# 400 holders of 1,000 tokens · these 2 holders own 12%',
      `1\\. [0x0000…0001](${profile(1)}) · **120 tokens** · 12%`,
      `2\\. [0x0000…0002](${profile(2)}) · **1 token** · 0.1%`,
    ]);
    expect(targetScreen(answer, '0x0000…0001')).toEqual({ at: 'profile', who: address(1) });
    expectAccepted(answer);
  });

  it('count on from page to page', async () => {
    const answer = await answerScreen({ ...HOLDERS, page: 2 }, asks(Array.from({ length: 15 }, () => 3)));
    expect(renderAnswer(answer).text).toContain('11\\. ');
    expect(renderAnswer(answer).text).not.toContain('of all');
  });

  it('have no places where the marketplace ignored the order', async () => {
    const answer = await answerScreen(HOLDERS, asks([1, 2], { sorted: false }));
    expect(renderAnswer(answer).text).toContain('in the marketplace’s order');
    expect(renderAnswer(answer).text).not.toContain('1\\. ');
  });

  it('are counted once, and have no places and no sum where some of them cannot be read', async () => {
    const change = { unreadable: 2, total: 398 };
    const answer = await answerScreen(HOLDERS, asks([120, 1], change));
    const { text, footer } = renderAnswer(answer);
    expect(text.split('\n')[0]).toBe(
      '-# 400 holders of 1,000 tokens · 2 holders on this page could not be read',
    );
    expect(text).not.toContain('1\\. ');
    expect(text).not.toContain('of all');
    expect(footer).not.toContain('398');
    expectAccepted(answer);
  });

  it('are not reported as none where none of them can be read', async () => {
    const answer = await answerScreen(HOLDERS, asks([], { unreadable: 10 }));
    expect(renderAnswer(answer).text).toContain('The holders on this page could not be read.');
    expect(renderAnswer(answer).text).not.toContain('No holder data yet');
  });

  it('are counted by the list where the total is unknown, or only some are requested', async () => {
    const untold = await answerScreen(HOLDERS, asks([3, 2], { uniqueHolders: null }));
    expect(renderAnswer(untold).footer).toContain('2 holders');
    const some = await answerScreen({ ...HOLDERS, minimum: 2 }, asks([3, 2]));
    expect(renderAnswer(some).footer).toContain('2 matching holders');
  });

  it.each([0, null])('have no parts of a collection of %s tokens', async (totalTokens) => {
    const answer = await answerScreen(HOLDERS, asks([1], { totalTokens, uniqueHolders: null }));
    expect(renderAnswer(answer).text).not.toMatch(/%|NaN|null/);
    expectAccepted(answer);
  });

  it('of many tokens may be none; then a button shows all holders', async () => {
    const answer = await answerScreen({ ...HOLDERS, minimum: 500 }, asks([]));
    expect(renderAnswer(answer).text).toContain('Nobody holds 500 tokens or more. Press “All holders” below');
    expect(targetScreen(answer, 'All holders')).toEqual(HOLDERS);
    expectAccepted(answer);
  });
});
