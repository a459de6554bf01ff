import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress, shortAddress } from '#src/chain/address.ts';
import { parseTokenId, shortTokenId } from '#src/chain/token-id.ts';

describe('an address', () => {
  it('is read in any case and kept in lower case', () => {
    expect(parseAddress(' 0xB47E3CD837dDF8e4c57F05d70Ab865de6e193BBB ')).toBe(
      '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb',
    );
  });

  it.each(['', '0x12', 'vitalik', '0xg47e3cd837ddf8e4c57f05d70ab865de6e193bbb'])(
    'is not read from %j',
    (text) => {
      expect(parseAddress(text)).toBeNull();
    },
  );

  it('is shortened for display', () => {
    expect(shortAddress('0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb')).toBe('0xb47e…3bbb');
  });
});

describe('a token id', () => {
  it('is parsed to a canonical decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (id) => {
        const decimal = id.toString();
        return [decimal, `#${decimal}`, `0x${id.toString(16)}`, ` 00${decimal}`].every(
          (text) => parseTokenId(text) === decimal,
        );
      }),
    );
  });

  it.each(['', '-1', '1.5', 'abc', '0x', (2n ** 256n).toString()])('is not read from %j', (text) => {
    expect(parseTokenId(text)).toBeNull();
  });

  it('is shortened only if it is long', () => {
    expect(shortTokenId('1234')).toBe('1234');
    expect(shortTokenId('76541234567890123210')).toBe('7654…3210');
  });
});
