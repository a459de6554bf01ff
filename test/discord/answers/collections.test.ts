import { describe, expect, it } from 'vitest';
import { address } from '../../support/build-activity.ts';
import { summary } from '../command-services.ts';
import { answerContext, answerScreen, expectAccepted, renderAnswer, targetScreen } from './answer-context.ts';

const ETHER = 10n ** 18n;

function asks(count: number) {
  const collections = Array.from({ length: count }, (_, position) =>
    summary({
      address: address(position + 1),
      name: `Collection ${position + 1}`,
      totalVolume: BigInt(count - position) * ETHER,
      verified: position === 0,
    }),
  );
  return answerContext({ known: { collections } });
}

describe('the list of collections', () => {
  it('lists their ranks, their volume and which are verified, ten a page', async () => {
    const answer = await answerScreen({ at: 'collections', page: 1 }, asks(23));
    const { text, footer } = renderAnswer(answer);
    const first = `[Collection 1](https://market.example/collection/${address(1)})`;
    expect(text.split('\n').slice(0, 3)).toEqual([
      '-# most traded first · ✓ verified by the marketplace',
      `1\\. **${first}** ✓`,
      '-# PUNK · 23 ETH traded',
    ]);
    expect(footer).toBe('Test Market · page 1 of 3 · 23 collections');
    expectAccepted(answer);
  });

  it.each([
    [27, '23 of 50 collections'],
    [null, 'first 23 collections'],
  ])('gives no part of them for all where the marketplace lists %s more', async (omitted, words) => {
    const context = asks(23);
    const collections = { ...context.services.collections, omitted: () => omitted };
    const services = { ...context.services, collections };
    const answer = await answerScreen({ at: 'collections', page: 1 }, { ...context, services });
    expect(renderAnswer(answer).footer).toBe(`Test Market · page 1 of 3 · ${words}`);
  });

  it('shows the floor of those that have one', async () => {
    const collections = [3n * ETHER, 0n, null].map((floor, position) =>
      summary({ address: address(position + 1), totalVolume: 0n, floor }),
    );
    const answer = await answerScreen(
      { at: 'collections', page: 1 },
      answerContext({ known: { collections } }),
    );
    expect(renderAnswer(answer).text.match(/PUNK · .*/g)).toEqual([
      'PUNK · no trades yet · floor 3 ETH',
      'PUNK · no trades yet',
      'PUNK · no trades yet',
    ]);
  });

  it('opens a collection from its menu, and turns its pages', async () => {
    const answer = await answerScreen({ at: 'collections', page: 2 }, asks(23));
    expect(renderAnswer(answer).text).toContain('11\\. **');
    expect(targetScreen(answer, 'Collection 12')).toEqual({ at: 'collection', collection: address(12) });
    expect(targetScreen(answer, 'Next ›')).toEqual({ at: 'collections', page: 3 });
  });

  it('shows its last page to who asks for one beyond it', async () => {
    const answer = await answerScreen({ at: 'collections', page: 99 }, asks(23));
    expect(renderAnswer(answer)).toMatchObject({
      footer: 'Test Market · page 3 of 3 · 23 collections',
      menus: { collections: ['Collection 21', 'Collection 22', 'Collection 23'] },
    });
  });

  it('says to try again while the list was never read', async () => {
    const answer = await answerScreen({ at: 'collections', page: 1 }, asks(0));
    expect(renderAnswer(answer).text).toContain('Try again in a minute.');
    expect(renderAnswer(answer).menus).toEqual({});
    expectAccepted(answer);
  });
});
