import { describe, expect, it } from 'vitest';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import { address } from '../../support/build-activity.ts';
import {
  answerContext,
  answerScreen,
  expectAccepted,
  freshResult,
  renderAnswer,
  targetScreen,
} from './answer-context.ts';

const PUNKS = address(0xc0);
const TYPES = { at: 'traits', collection: PUNKS, page: 1, type: null } as const;

const asks = (traits: readonly TraitType[]) =>
  answerContext({ lookups: { traits: async () => freshResult(traits) } });

const HAT: TraitType = {
  type: 'Hat',
  values: [
    { value: 'None', count: 900, rarity: 90 },
    { value: 'Crown', count: 1, rarity: 0.05 },
    { value: 'Cap', count: 99, rarity: null },
    { value: 'Bowler', count: 95, rarity: 9.5 },
  ],
};

/** A trait of 300 values, the first the rarest. */
const ROOMS: TraitType = {
  type: 'Room',
  values: Array.from({ length: 300 }, (_, position) => ({
    value: `Room ${position + 1}`,
    count: position + 1,
    rarity: null,
  })),
};

describe('the traits of a collection', () => {
  it('are its types with their rarest values', async () => {
    const answer = await answerScreen(TYPES, asks([HAT, ROOMS]));
    expect(renderAnswer(answer).text.split('\n')).toEqual([
      '-# percentages are of all tokens',
      '**Hat** · 4 values',
      '-# rarest: Crown under 0.1%, Bowler 9.5%, None 90%',
      '**Room** · 300 values',
      '-# rarest: Room 1, Room 2, Room 3',
    ]);
    expect(targetScreen(answer, 'Hat')).toEqual({ ...TYPES, type: traitKey('Hat') });
    expectAccepted(answer);
  });

  it('of one type are its values, the rarest first, each leading to the tokens that have it', async () => {
    const answer = await answerScreen({ ...TYPES, type: traitKey('Hat') }, asks([HAT, ROOMS]));
    expect(renderAnswer(answer).text.split('\n').slice(1)).toEqual([
      '**Crown** · 1 token · under 0.1%',
      '**Bowler** · 95 tokens · 9.5%',
      '**None** · 900 tokens · 90%',
      '**Cap** · 99 tokens',
    ]);
    expect(targetScreen(answer, 'Crown')).toMatchObject({
      at: 'tokens',
      trait: traitKey('Hat', 'Crown'),
      listed: false,
    });
    expect(targetScreen(answer, 'Room')).toEqual({ ...TYPES, type: traitKey('Room') });
    expect(targetScreen(answer, 'All traits')).toEqual(TYPES);
  });

  it('of 300 values are shown in pages', async () => {
    const type = traitKey('Room');
    const answer = await answerScreen({ ...TYPES, page: 15, type }, asks([HAT, ROOMS]));
    expect(renderAnswer(answer).footer).toBe('Test Market · page 15 of 15 · 300 values');
    expect(renderAnswer(answer).menus['values']?.at(-1)).toBe('Room 300');
    expect(targetScreen(answer, '« First')).toEqual({ ...TYPES, type });
    expectAccepted(answer);
  });

  it('of more than 25 types are shown in pages too', async () => {
    const many = Array.from({ length: 60 }, (_, position) => ({ ...HAT, type: `Type ${position}` }));
    const answer = await answerScreen({ ...TYPES, page: 6 }, asks(many));
    expect(renderAnswer(answer).menus['types']).toContain('Type 59');
    expectAccepted(answer);
    expectAccepted(await answerScreen({ ...TYPES, type: traitKey('Type 59') }, asks(many)));
  });

  it('of a type that is gone are not shown', async () => {
    await expect(answerScreen({ ...TYPES, type: 'AAAAAA' }, asks([HAT]))).rejects.toThrow(
      'See all traits with `/collection traits`',
    );
  });

  it('that are not there lead to the tokens', async () => {
    const answer = await answerScreen(TYPES, asks([]));
    expect(renderAnswer(answer).text).toContain('“Tokens” below');
    expect(renderAnswer(answer).buttons).toContain('Tokens');
    expectAccepted(answer);
  });
});
