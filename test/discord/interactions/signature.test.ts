import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignatureCheck } from '#src/discord/interactions/http/signature.ts';
import { createTestKey } from './signed.ts';

const NOW_S = 1_800_000_000;
const KEY = createTestKey();
const OTHER_KEY = createTestKey();
const check = createSignatureCheck(KEY.publicKey, () => NOW_S * 1_000);

/** What Discord sends at a time: the signature is over the time and the body. */
const signed = (body: Uint8Array, seconds = NOW_S, key = KEY) => ({
  signature: key.sign(Buffer.concat([Buffer.from(String(seconds)), body])),
  timestamp: String(seconds),
});

const bytes = (text: string) => new TextEncoder().encode(text);
const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.string({ unit: 'binary' }).map(bytes),
  fc.json().map(bytes),
);

/** The same with one bit changed. */
function flipBit(of: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(of);
  const byte = Math.floor(at / 8) % changed.length;
  changed[byte] = (changed[byte] ?? 0) ^ (1 << (at % 8));
  return changed;
}

describe('the signature of a request', () => {
  it('is accepted for any body that was signed with the key, and never with another key', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(check(signed(body), body)).toBe('valid');
        expect(check(signed(body, NOW_S, OTHER_KEY), body)).toBe('forged');
      }),
    );
  });

  it('is refused when one bit of the body, the time or the signature is another', () => {
    const body = fc.uint8Array({ minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(body, fc.nat(100_000), fc.integer({ min: 1, max: 20 }), (of, at, seconds) => {
        const headers = signed(of);
        const signature = Buffer.from(flipBit(Buffer.from(headers.signature, 'hex'), at)).toString('hex');
        expect(check(headers, flipBit(of, at))).toBe('forged');
        expect(check({ ...headers, signature }, of)).toBe('forged');
        expect(check({ ...headers, timestamp: String(NOW_S - seconds) }, of)).toBe('forged');
      }),
    );
  });

  it('is refused, and nothing throws, whatever the headers hold', () => {
    const anyHeader = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 126, maxLength: 130 }),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(anyHeader, anyHeader, anyBody, (signature, timestamp, body) => {
        expect(check({ signature, timestamp }, body)).toBe('forged');
        expect(check({ signature, timestamp: String(NOW_S) }, body)).toBe('forged');
      }),
    );
  });

  it('cannot be moved between time and body', () => {
    const body = bytes('5{"type":1}');
    const { signature } = signed(body);
    expect(check({ signature, timestamp: `${NOW_S}5` }, bytes('{"type":1}'))).not.toBe('valid');
  });

  it.each([
    [0, 'valid'],
    [-30, 'valid'],
    [30, 'valid'],
    [-31, 'stale'],
    [31, 'stale'],
    [-86_400, 'stale'],
    [1e9, 'stale'],
  ])('of a time %i s from now makes the request %s', (seconds, verdict) => {
    const body = bytes('{}');
    expect(check(signed(body, NOW_S + seconds), body)).toBe(verdict);
  });

  it.each(['', ' ', '-1', '1e9', '0x10', '1.5', 'NaN', '9'.repeat(13), `${NOW_S} `, `+${NOW_S}`])(
    'over the time %j is refused',
    (timestamp) => {
      const body = bytes('{}');
      const signature = KEY.sign(Buffer.concat([Buffer.from(timestamp), body]));
      expect(check({ signature, timestamp }, body)).toBe('forged');
    },
  );

  it.each(['00'.repeat(32), 'ff'.repeat(32), `01${'00'.repeat(31)}`])(
    'is refused under the weak or invalid key %s',
    (publicKey) => {
      const weak = createSignatureCheck(publicKey, () => NOW_S * 1_000);
      const body = bytes('{}');
      expect(weak(signed(body), body)).toBe('forged');
    },
  );
});
