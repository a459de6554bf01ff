import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/marketplace/json.ts';

describe('reading JSON', () => {
  it('keeps every digit of an integer of up to 256 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), (value) => {
        const read = parseJson(`{"list":[${value}],"tokenId": ${value},"text":"${value}"}`);
        const exact = value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value.toString();
        expect(read).toEqual({ list: [exact], tokenId: exact, text: value.toString() });
      }),
    );
  });

  it('gives what JSON.parse gives wherever no number is at risk', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }).filter((value) => !/\de[+-]/.test(JSON.stringify(value))),
        (value) => {
          const text = JSON.stringify(value);
          expect(parseJson(text)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('keeps how a number was written where that distinguishes coins from wei', () => {
    expect(parseJson('{"a":1.0,"b":1,"c":1e3,"d":[2.50, -0.10000000000000000001]}')).toEqual({
      a: '1.0',
      b: 1,
      c: '1e3',
      d: [2.5, '-0.10000000000000000001'],
    });
  });

  it('keeps every digit also where something is nested too deeply for a reviver', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const read = parseJson(`{"id":${'9'.repeat(77)},"a":[1.0, 7],"text":"[1.0,\\"1e3]","deep":${deep}}`);
    expect(read).toMatchObject({ id: '9'.repeat(77), a: ['1.0', 7], text: '[1.0,"1e3]' });
  });

  it('refuses what is no JSON with a SyntaxError', () => {
    for (const text of ['', '{', '<html>', '{"a":1,}', '{"a":12345678901234567890']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });
});
