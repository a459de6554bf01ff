import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeUnread } from '#src/doctor/marketplace/unread-values.ts';
import { count, list, part, text } from '#src/marketplace/decode/lenient.ts';
import { LeftOut, resource } from '#src/marketplace/decode/resource.ts';

const fox = resource(
  z.object({
    name: text,
    age: count,
    home: part(z.object({ depth: count })),
    cubs: list(z.object({ age: count })),
  }),
  ({ name }) => (name === null ? new LeftOut('has no name') : { name }),
);

const linesOf = (...records: readonly unknown[]) =>
  describeUnread(records.map((record) => ({ record, schema: fox, list: 'foxes' })));

describe('what the client could not read', () => {
  it('is nothing where all fields are read, absent or unknown', () => {
    expect(linesOf({ name: 'Rix', age: 3, home: { depth: 1 }, cubs: [{ age: 1 }] })).toEqual([]);
    expect(linesOf({ name: 'Rix', age: null, home: '', colour: { red: true } }, { name: 7 })).toEqual([]);
    expect(linesOf()).toEqual([]);
  });

  it('has each field with an example and the number of records', () => {
    expect(linesOf({ name: 'Rix', age: 'old' }, { name: 'Tod', age: -1 }, { name: 'Kit', age: 1 })).toEqual([
      'foxes[].age: cannot be read in 2 of 3, such as "old"',
    ]);
  });

  it('has fields of parts and lists by their path, once for each record', () => {
    const record = { name: 'Rix', home: { depth: 'deep' }, cubs: [{ age: 'new' }, { age: 'newer' }, 5] };
    expect(linesOf(record)).toEqual([
      'foxes[].home.depth: cannot be read in 1 of 1, such as "deep"',
      'foxes[].cubs[].age: cannot be read in 1 of 1, such as "newer"',
      'foxes[].cubs[]: cannot be read in 1 of 1, such as 5',
    ]);
    expect(linesOf({ name: 'Rix', home: 'a den', cubs: 'two' })).toEqual([
      'foxes[].home: cannot be read in 1 of 1, such as "a den"',
      'foxes[].cubs: cannot be read in 1 of 1, such as "two"',
    ]);
  });

  it('has records that are left out, with the reason', () => {
    expect(linesOf({ age: 3 }, 'Rix', { name: 'Tod' })).toEqual([
      'foxes[]: left out, because it has no name in 1 of 3, such as {"age":3}',
      'foxes[]: left out, because it is no object in 1 of 3, such as "Rix"',
    ]);
  });

  it('has no prefix in an answer about one thing', () => {
    const record = { name: 'Rix', age: [] };
    expect(describeUnread([{ record, schema: fox, list: null }])).toEqual([
      'age: cannot be read, such as []',
    ]);
  });

  it('has examples of 60 bytes at most, on one line', () => {
    const [line = ''] = linesOf({ name: 'Rix', age: `\u001b[2J\u202e\n${'狐'.repeat(1_000)}` });
    const example = line.replace(/^.*such as /, '');
    expect(Buffer.byteLength(example)).toBeLessThanOrEqual(63);
    expect(example).toMatch(/^"\\u001b\[2J�\\n狐+…$/);
  });
});
