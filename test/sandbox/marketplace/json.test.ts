import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInteger, jsonResponse, parseKeepingDigits } from '../../../sandbox/marketplace/http/json.ts';

const write = (value: unknown): Promise<string> => jsonResponse(value).text();

describe('JSON of the sandbox', () => {
  it('writes integers of up to 256 bits with all their digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), async (id) => {
        expect(await write({ tokenId: jsonInteger(id.toString()) })).toBe(`{"tokenId":${id}}`);
      }),
    );
  });

  it('reads and writes any JSON unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const once = JSON.stringify(JSON.parse(text));
        expect(await write(parseKeepingDigits(once))).toBe(once);
      }),
    );
    const long =
      '{"id":115792089237316195423570985008687907853269984665640564039457584007913129639935,"half":0.50}';
    expect(await write(parseKeepingDigits(long))).toBe(long);
  });

  it('writes amounts as decimal strings', async () => {
    expect(await write({ price: 10n ** 24n })).toBe('{"price":"1000000000000000000000000"}');
  });
});
