import { createPublicKey, verify } from 'node:crypto';

/** The headers with Discord's signature of a request (Discord docs: Validating Security Request Headers). */
export interface SignatureHeaders {
  /** `X-Signature-Ed25519` */
  readonly signature: string | undefined;
  /** `X-Signature-Timestamp`, seconds. */
  readonly timestamp: string | undefined;
}

/** Valid; signed, but too long before or after the current time; not signed by Discord. */
export type SignatureVerdict = 'valid' | 'stale' | 'forged';

/**
 * Maximum difference between the time of a request and the bot's, ms. Discord gives three seconds for an answer; the
 * rest is for clock differences.
 */
export const MAX_AGE_MS = 30_000;

/** 64 bytes. */
const SIGNATURE = /^[\da-f]{128}$/i;
/** Whole seconds, small enough for an exact number. */
const TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies that requests were signed by Discord recently.
 * @param publicKey 64 hexadecimal digits
 * @param now epoch ms by Discord's clock
 */
export function createSignatureCheck(
  publicKey: string,
  now: () => number,
): (headers: SignatureHeaders, body: Uint8Array) => SignatureVerdict {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return ({ signature = '', timestamp = '' }, body) => {
    if (!SIGNATURE.test(signature) || !TIMESTAMP.test(timestamp)) return 'forged';
    const signed = Buffer.concat([Buffer.from(timestamp, 'latin1'), body]);
    if (!verify(null, signed, key, Buffer.from(signature, 'hex'))) return 'forged';
    return Math.abs(now() - Number(timestamp) * 1_000) <= MAX_AGE_MS ? 'valid' : 'stale';
  };
}
