import { randomBytes } from 'node:crypto';
import type { SigningKey } from '../state/signing-key.ts';

/** The answer of an endpoint. */
export interface EndpointAnswer {
  readonly status: number;
  readonly text: string;
}

/** Discord docs: Receiving and Responding to Interactions. */
const ANSWER_WITHIN_MS = 3_000;
const SIGNATURE_BYTES = 64;

/** How the signature of a request is made: as it should be, or forged in one of several ways. */
export type Signing = 'valid' | (typeof FORGERIES)[number];

/** What Discord's security checks try (Discord docs: Validating Security Request Headers). */
export const FORGERIES = [
  'random signature',
  'signature of another body',
  'signature of another time',
] as const;

function signatureOf(key: SigningKey, signing: Signing, seconds: number, body: string): string {
  switch (signing) {
    case 'valid':
      return key.sign(`${seconds}${body}`);
    case 'random signature':
      return randomBytes(SIGNATURE_BYTES).toString('hex');
    case 'signature of another body':
      return key.sign(`${seconds}${body} `);
    case 'signature of another time':
      return key.sign(`${seconds - 1}${body}`);
    default:
      return signing satisfies never;
  }
}

/**
 * Posts a payload to an endpoint as Discord does. Resolves to `null` when there is no answer in time.
 * @param nowMs of the local Discord's clock
 */
export async function postToEndpoint(
  url: string,
  payload: unknown,
  options: {
    readonly key: SigningKey;
    readonly signing: Signing;
    readonly nowMs: number;
    readonly signal: AbortSignal;
  },
): Promise<EndpointAnswer | null> {
  const { key, signing, nowMs, signal } = options;
  const body = JSON.stringify(payload);
  const seconds = Math.trunc(nowMs / 1_000);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
        'x-signature-ed25519': signatureOf(key, signing, seconds, body),
        'x-signature-timestamp': String(seconds),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    // No connection, or no answer in time: the user sees that the application did not respond.
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
