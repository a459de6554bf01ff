import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTrait, findTraitType, traitKey } from '#src/discord/finding/find-trait.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';

const traitsOf = (types: Readonly<Record<string, readonly string[]>>): TraitType[] =>
  Object.entries(types).map(([type, values]) => ({
    type,
    values: values.map((value) => ({ value, count: null, rarity: null })),
  }));

const FOXES = traitsOf({ Fur: ['Gold', 'Grey'], Eyes: ['Gold', 'Blue'], 'Time: of day': ['Dawn: early'] });

describe('a trait', () => {
  it.each([
    ['Fur: Gold', 'Fur', 'Gold'],
    ['fur:gold', 'Fur', 'Gold'],
    ['  FUR :  gOLD ', 'Fur', 'Gold'],
    ['grey', 'Fur', 'Grey'],
    ['Time: of day: Dawn: early', 'Time: of day', 'Dawn: early'],
    [traitKey('Eyes', 'Gold'), 'Eyes', 'Gold'],
  ])('is meant by %s', (text, type, value) => {
    expect(findTrait(text, FOXES)).toEqual({ type, value });
  });

  it.each(['gold', 'Fur', 'Fur: Blue', '', ':', 'zzzzzz'])('is not identified by %j', (text) => {
    expect(findTrait(text, FOXES)).toBeNull();
  });

  it('is found again by what autocomplete writes and by its key, whatever it is called', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (type, value) => {
        const traits = traitsOf({ [type]: [value] });
        expect(findTrait(traitKey(type, value), traits)).toEqual({ type, value });
        expect(findTrait(`${type}: ${value}`, traits)).toEqual({ type, value });
      }),
    );
  });

  it('has a type that is meant by its name in any case, or its key', () => {
    expect(findTraitType('eyes', FOXES)?.type).toBe('Eyes');
    expect(findTraitType(traitKey('Eyes'), FOXES)?.type).toBe('Eyes');
    expect(findTraitType('ears', FOXES)).toBeNull();
  });

  it('has a key that is no other type’s or value’s', () => {
    expect(traitKey('a', 'b')).not.toBe(traitKey('ab'));
    expect(traitKey('a', 'b')).toMatch(/^[\w-]{6}$/);
  });
});
