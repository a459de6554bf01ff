import { describe, expect, it } from 'vitest';
import { judgeTold } from './direct-messages.ts';

const COLLECTION = `0x${'c'.repeat(40)}`;
const pageOf = (what: 'item' | 'auction', number: number) => ({
  url: `https://market.example/${what}/${COLLECTION}/${number}`,
});
const token = (number: number) => pageOf('item', number);
const telling = (...embeds: readonly { readonly url: string }[]) => ({ embeds: [...embeds] });
const due = (...numbers: readonly number[]) => ({
  due: numbers.map((number) => ({ about: `item ${COLLECTION}/${number}`, isDue: true })),
  isInOrder: true,
});
const NOTHING_WRONG = { lost: 0, twice: 0, outOfOrder: 0, where: [] };

describe('the count of what a person was told', () => {
  it('is right when each was told once, in order, several in a message or not', () => {
    expect(judgeTold('ada', due(1, 2, 3), [telling(token(1)), telling(token(2), token(3))])).toEqual({
      expected: 3,
      ...NOTHING_WRONG,
    });
  });

  it('takes several pictures of one page as one', () => {
    expect(judgeTold('ada', due(1), [telling(token(1), token(1))])).toMatchObject(NOTHING_WRONG);
  });

  it('finds what was not told', () => {
    expect(judgeTold('ada', due(1, 2), [telling(token(1))])).toMatchObject({
      lost: 1,
      where: [`direct messages of ada: lost item ${COLLECTION}/2`],
    });
  });

  it('finds what was told twice, and what is not theirs', () => {
    const told = judgeTold('ada', due(1), [telling(token(1)), telling(token(1)), telling(token(9))]);
    expect(told).toMatchObject({ lost: 0, twice: 2 });
  });

  it('allows as many messages as something happened', () => {
    const often = { due: [{ about: `item ${COLLECTION}/1`, isDue: true, atMost: 2 }], isInOrder: true };
    const messages = [telling(token(1)), telling(token(1)), telling(token(1))];
    expect(judgeTold('ada', often, messages.slice(1))).toMatchObject(NOTHING_WRONG);
    expect(judgeTold('ada', often, messages)).toMatchObject({ twice: 1 });
  });

  it('finds a message that tells of no page', () => {
    expect(judgeTold('ada', due(), [{ embeds: [] }])).toMatchObject({ twice: 1 });
  });

  it('finds what was told after something later', () => {
    const messages = [telling(token(2)), telling(token(1)), telling(token(3))];
    expect(judgeTold('ada', due(1, 2, 3), messages)).toMatchObject({ lost: 0, twice: 0, outOfOrder: 1 });
    expect(judgeTold('ada', { ...due(1, 2, 3), isInOrder: false }, messages)).toMatchObject(NOTHING_WRONG);
  });

  it('knows a token from an auction of the same number', () => {
    expect(judgeTold('ada', due(7), [telling(pageOf('auction', 7))])).toMatchObject({ lost: 1, twice: 1 });
  });

  it('asks for nothing that may be told and need not be', () => {
    const may = { due: [{ about: `item ${COLLECTION}/1`, isDue: false }], isInOrder: true };
    expect(judgeTold('ada', may, [])).toMatchObject({ expected: 0, ...NOTHING_WRONG });
    expect(judgeTold('ada', may, [telling(token(1)), telling(token(1))])).toMatchObject({ twice: 1 });
  });
});
