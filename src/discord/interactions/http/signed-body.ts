import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { createSignatureCheck } from './signature.ts';

/** Reason why a request has no body signed by Discord. */
export type UnsignedReason = 'forged' | 'stale' | 'too large' | 'incomplete' | 'wrong method';

/**
 * Creates a reader for the bodies of requests that Discord signs.
 * @param publicKey key of the application, 64 hexadecimal digits
 * @param now epoch ms by Discord's clock
 * @param maxBytes limit for a body
 */
export function createSignedBodyReader(
  publicKey: string,
  now: () => number,
  maxBytes: number,
): (request: IncomingMessage) => Promise<Uint8Array | UnsignedReason> {
  const signatureVerdict = createSignatureCheck(publicKey, now);
  return async (request) => {
    if (request.method !== 'POST') return 'wrong method';
    const body = await readBody(request, maxBytes);
    if (typeof body === 'string') return body;
    const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers;
    if (Array.isArray(signature) || Array.isArray(timestamp)) return 'forged';
    const verdict = signatureVerdict({ signature, timestamp }, body);
    return verdict === 'valid' ? body : verdict;
  };
}

/** Parses a body as JSON; `undefined` if it is none. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
