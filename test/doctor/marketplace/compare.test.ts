import { describe, expect, it } from 'vitest';
import { compare } from '#src/doctor/marketplace/compare.ts';
import type { Fields } from '#src/doctor/marketplace/documented-fields.ts';

const FIELDS: Fields = { name: 'text', count: 'integer', price: 'amount', at: 'seconds', note: 'text?' };
const VALID = { name: 'Fox', count: 3, price: '1000', at: 1_763_700_000 };

const differencesOf = (...records: readonly unknown[]) => compare(records, FIELDS).differences;

describe('comparing records with their document', () => {
  it('finds nothing where all is as documented', () => {
    expect(compare([VALID, { ...VALID, note: 'rare' }], FIELDS)).toEqual({
      differences: [],
      missing: [],
      extra: [],
    });
  });

  it('names a field that no record has, and lets one be that some have', () => {
    const { name: _name, ...nameless } = VALID;
    expect(differencesOf(nameless, { ...VALID, name: null })).toEqual([
      'name: missing (documented as a text)',
    ]);
    expect(differencesOf(nameless, VALID)).toEqual([]);
  });

  it('names a field of another type, with a sample and how many there are', () => {
    expect(differencesOf({ ...VALID, count: '3' }, VALID)).toEqual([
      'count: documented as a whole number, but is "3" in 1 of 2',
    ]);
    expect(differencesOf({ ...VALID, price: 1000 })).toEqual([
      'price: documented as an amount in decimal digits, as a text, but is 1000',
    ]);
  });

  it('takes milliseconds for no seconds', () => {
    expect(differencesOf({ ...VALID, at: VALID.at * 1_000 })).toHaveLength(1);
  });

  it('looks at the type of what may be absent', () => {
    expect(differencesOf({ ...VALID, note: 7 })).toEqual(['note: documented as a text, but is 7']);
  });

  it('only counts further fields', () => {
    expect(compare([{ ...VALID, colour: 'red', size: 1 }], FIELDS)).toMatchObject({
      differences: [],
      extra: ['colour', 'size'],
    });
  });

  it('knows the field that the document calls after its service by its live name', () => {
    const fields: Fields = { 'the service': 'text' };
    expect(compare([{ discord: 'https://discord.gg/x' }], fields)).toMatchObject({
      differences: [],
      extra: [],
    });
    expect(compare([{ 'the service': 'x' }], fields)).toMatchObject({ differences: [], extra: [] });
  });

  it('takes token ids of 256 bits for whole numbers', () => {
    const record: unknown = JSON.parse(`{"count":${'7'.repeat(77)}}`);
    expect(compare([record], { count: 'integer' }).differences).toEqual([]);
  });

  it('says nothing of what is not there to look at', () => {
    expect(differencesOf()).toEqual([]);
    expect(differencesOf(null, 'text', [])).toEqual([]);
  });
});
