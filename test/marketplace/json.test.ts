import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '#src/chain/steps.ts';
import { parseJson, parseJsonInSteps } from '#src/marketplace/json.ts';
import { excessInSteps } from '#src/marketplace/json-size.ts';

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

describe('reading a long JSON text in steps', () => {
  const inSteps = (text: string): unknown => runSteps(parseJsonInSteps(text));

  it('gives the same as at once', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom('1.0', '1e3', '-0.10000000000000000001', '7', '"a\\\\"', '"\\\\\\u0000"'),
        (value, literal) => {
          const text = `{"a":${JSON.stringify(value)},"b":[${literal}, ${literal} ]}`;
          expect(inSteps(text)).toEqual(parseJson(text));
        },
      ),
    );
  });

  it.each([
    ['U+0000 in texts and names', '{"a\\u0000b":"c\\u0000","d":["\\u0000","\\\\u0000"]}'],
    ['nothing but a text', '"a\\u0000b"'],
    ['a number of 77 digits', `{"id":${'9'.repeat(77)},"text":"[1.0,\\"1e3]"}`],
    ['nesting', `{"deep":${'['.repeat(500)}${']'.repeat(500)}}`],
  ])('gives the same as at once for %s', (_, text) => {
    expect(inSteps(text)).toEqual(parseJson(text));
  });

  it('refuses what is no JSON with a SyntaxError', () => {
    for (const text of ['', '{', '<html>', '{"a":1,}', '{"a":12345678901234567890'])
      expect(() => inSteps(text)).toThrow(SyntaxError);
  });

  it('takes many steps', () => {
    const steps = parseJsonInSteps(JSON.stringify(Array.from({ length: 50_000 }, (_unused, at) => `${at}`)));
    let taken = 0;
    while (steps.next().done !== true) taken += 1;
    expect(taken).toBeGreaterThan(100);
  });
});

describe('what a JSON text has too much of', () => {
  const most = { values: 4, keys: 2 };
  it.each([
    ['[1,2,3,4]', null],
    ['[1,2,3,4,5]', 'values'],
    ['{"a":1,"b":"c\\",d"}', null],
    ['[{"a":1},{"a":1}]', null],
    ['{"a":1,"b" :2,"c":3}', 'keys'],
  ])('in %s is %s', (text, excess) => {
    expect(runSteps(excessInSteps(text, most))).toBe(excess);
  });
});
